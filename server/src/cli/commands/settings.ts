/**
 * `serai settings` lists every setting with its value, source and meaning. It also works if some settings are invalid.
 */
import { type InspectedSetting, inspectSettings } from '../../config.ts';
import { SETTINGS } from '../../settings-table.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { printable, type Style } from '../text/style.ts';

const HIDDEN = '(hidden)';
const ORIGINS = { default: 'default', environment: 'from the environment', file: 'from a file' } as const;

export const settingsCommand = defineCommand({
  name: 'settings',
  summary: 'List every setting with its value and source.',
  description: 'Secrets are never shown. Invalid settings are marked, and the exit code is then 1.',
  examples: ['serai settings', 'serai settings --json', 'SERAI_PORT=9000 serai settings'],
  async run({ env, json, terminal, style }) {
    const settings = inspectSettings(env);
    terminal.out(
      json ? `${JSON.stringify({ settings: settings.map(view) })}\n` : settingsText(settings, style),
    );
    return settings.some(({ problem }) => problem !== undefined) ? EXIT.failed : EXIT.ok;
  },
});

function view({ name, source, text, problem }: InspectedSetting) {
  const { description } = SETTINGS[name];
  return { name, value: shown(name, text), source, description, problem: problem ?? null };
}

/** Null if the setting is not set. */
function shown(name: InspectedSetting['name'], text: string): string | null {
  if (text === '') return null;
  return 'secret' in SETTINGS[name] ? HIDDEN : text;
}

function settingsText(settings: readonly InspectedSetting[], style: Style): string {
  const paragraphs = settings.map(({ name, source, text, problem }) => {
    const value = shown(name, text);
    const origin = style.dim(ORIGINS[source]);
    return [
      `${style.bold(name)} = ${value === null ? style.dim('not set') : printable(value)}  ${origin}\n`,
      problem === undefined ? '' : `  ${style.bad(`invalid: ${printable(problem)}`)}\n`,
      `  ${SETTINGS[name].description}\n`,
    ].join('');
  });
  return paragraphs.join('\n');
}
