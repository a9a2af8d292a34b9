/**
 * The only file that reads environment variables. Settings are declared in settings-table.ts, from which their
 * documentation is generated.
 */
import { readFileSync } from 'node:fs';
import { StartError } from './platform/start-error.ts';
import { SETTINGS, type SettingName, type Settings } from './settings-table.ts';

export type SettingSource = 'default' | 'environment' | 'file';

export interface Config {
  settings: Settings;
  sources: Record<SettingName, SettingSource>;
}

export interface InspectedSetting {
  name: SettingName;
  source: SettingSource;
  /** The value as written, or the default. Empty if neither exists. */
  text: string;
  value?: unknown;
  problem?: string;
}

export function inspectSettings(env: NodeJS.ProcessEnv = process.env): InspectedSetting[] {
  return (Object.keys(SETTINGS) as SettingName[]).map(name => {
    const { source, text, problem } = readSetting(name, env);
    if (problem !== undefined) return { name, source, text, problem };
    try {
      return { name, source, text, value: SETTINGS[name].parse(text) };
    } catch (error) {
      return { name, source, text, problem: (error as Error).message };
    }
  });
}

type Reading = Pick<InspectedSetting, 'source' | 'text' | 'problem'>;

/**
 * For a secret, `<name>_FILE` names a file that contains it, because orchestrators and systemd provide secrets as
 * files.
 */
function readSetting(name: SettingName, env: NodeJS.ProcessEnv): Reading {
  const given = env[name] ?? '';
  const path = 'secret' in SETTINGS[name] ? (env[`${name}_FILE`] ?? '') : '';
  if (path !== '') return { source: 'file', ...readFrom(path, name, given) };
  return given === ''
    ? { source: 'default', text: SETTINGS[name].default }
    : { source: 'environment', text: given };
}

function readFrom(path: string, name: SettingName, given: string): Pick<Reading, 'text' | 'problem'> {
  if (given !== '') return { text: '', problem: `${name}_FILE is also set. Use only one of them` };
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? { text, problem: `the file that ${name}_FILE names is empty` } : { text };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { text: '', problem: `the file that ${name}_FILE names could not be read (${code}): ${path}` };
  }
}

/** Reads and checks every setting. Reports all invalid settings together. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const inspected = inspectSettings(env);
  const problems = inspected.filter(({ problem }) => problem !== undefined);
  if (problems.length > 0) {
    throw new StartError(
      `Some settings are invalid.\n${problems.map(({ name, problem }) => `  ${name}: ${problem}`).join('\n')}`,
      'Correct them in the environment. `serai settings` describes every setting.',
    );
  }
  const byName = <T>(pick: (setting: InspectedSetting) => T) =>
    Object.fromEntries(inspected.map(setting => [setting.name, pick(setting)]));
  return {
    settings: byName(({ value }) => value) as Settings,
    sources: byName(({ source }) => source) as Config['sources'],
  };
}
