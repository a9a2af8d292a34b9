/** Generates the settings page and the example environment from the table of settings. */
import { SETTINGS } from '../../server/src/settings-table.ts';
import { GENERATED_NOTICE, type GeneratedFile } from './generated-file.ts';
import { code, page, table } from './markdown.ts';

interface Shown {
  name: string;
  default: string;
  description: string;
  secret: boolean;
}

const settings: Shown[] = Object.entries(SETTINGS).map(([name, setting]) => ({
  name,
  default: setting.default,
  description: setting.description,
  secret: 'secret' in setting,
}));

const INTRODUCTION = `Settings are read from environment variables. If any value is invalid, the service does not start, and reports all invalid values together.
\`serai settings\` shows the current values and their sources. A secret can also be read from a file: append \`_FILE\` to its name,
for example \`SERAI_MASTER_KEY_FILE\`, and set it to the path of the file.`;

function settingsPage(): string {
  const rows = settings.map(({ name, default: fallback, description, secret }) => [
    secret ? `${code(name)}, ${code(`${name}_FILE`)}` : code(name),
    fallback === '' ? 'not set' : code(fallback),
    description,
  ]);
  return page('Settings', INTRODUCTION, [table(['Setting', 'Default', 'Meaning'], rows)]);
}

function exampleEnvironment(): string {
  const entries = settings.map(({ name, default: fallback, description }) => {
    return `# ${description.replaceAll('`', '')}\n#${name}=${fallback}`;
  });
  return `# ${GENERATED_NOTICE.replaceAll('`', '')}\n\n${entries.join('\n\n')}\n`;
}

export const settingsDocuments: readonly GeneratedFile[] = [
  { path: 'docs/reference/settings.md', render: settingsPage },
  { path: 'deploy/example.env', render: exampleEnvironment },
];
