/** The reference page of the command line, generated from the command definitions like `serai help`. */
import { everyCommand } from '../../../server/src/cli/command-table.ts';
import type { Command } from '../../../server/src/cli/frame/command.ts';
import { optionsOf } from '../../../server/src/cli/frame/command-line.ts';
import { EXIT_MEANINGS } from '../../../server/src/cli/frame/failure.ts';
import { optionText } from '../../../server/src/cli/help.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { anchor, code, page, table } from '../markdown.ts';

const INTRODUCTION =
  'All commands of `serai`, as printed by `serai help`. For configuration and output, see [the guide](../guides/operator/command-line.md). Every command accepts `--json` and `--help`. Commands that call the server also accept `--url`.';

/** Described in the introduction. */
const EVERYWHERE = new Set(['json', 'help', 'url']);

async function commandLinePage(): Promise<string> {
  const commands = await everyCommand();
  return page('Command line', INTRODUCTION, [
    table(
      ['command', 'what it does'],
      commands.map(({ name, summary }) => [anchor(name), summary]),
    ),
    '## Exit codes',
    table(['code', 'meaning'], Object.entries(EXIT_MEANINGS)),
    ...commands.map(commandSection),
  ]);
}

function commandSection(command: Command): string {
  const { name, summary, description, args = [], examples } = command;
  const usage = ['serai', name, ...args.map(arg => `<${arg}>`), '[options]'].join(' ');
  const options = Object.entries(optionsOf(command)).filter(([option]) => !EVERYWHERE.has(option));
  const rows = options.map(([option, spec]) => [code(optionText(option, spec)), spec.description]);
  return [
    `## ${name}`,
    description === undefined ? summary : `${summary} ${description}`,
    `\`\`\`text\n${usage}\n\`\`\``,
    ...(rows.length > 0 ? [table(['option', 'meaning'], rows)] : []),
    `\`\`\`text\n${examples.join('\n')}\n\`\`\``,
  ].join('\n\n');
}

export const commandLineDocuments: readonly GeneratedFile[] = [
  { path: 'docs/reference/command-line.md', render: commandLinePage },
];
