/** Generates the command-line reference from the same declarations as `serai help`. */
import { everyCommand } from '../../../server/src/cli/command-table.ts';
import type { Command } from '../../../server/src/cli/frame/command.ts';
import { optionsOf } from '../../../server/src/cli/frame/command-line.ts';
import { EXIT_MEANINGS } from '../../../server/src/cli/frame/failure.ts';
import { optionHelp, optionText, usageLine } from '../../../server/src/cli/help.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { anchor, code, page, table } from '../markdown.ts';

const INTRODUCTION =
  'This page lists all commands of `serai`, as `serai help` shows them. [The guide](../guides/operator/command-line.md) explains how commands find the service and what they print. Every command accepts `--json` and `--help`. Commands that call the service also accept `--url`. A `<time>` is a timestamp such as `2027-06-30T12:00:00Z`, a date, or a duration relative to now such as `15m` or `7d`.';

/** These options are described in the introduction. */
const EVERYWHERE = new Set(['json', 'help', 'url']);

async function commandLinePage(): Promise<string> {
  const commands = (await everyCommand()).filter(({ deprecated }) => !deprecated);
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
  const { name, summary, description, examples } = command;
  const options = Object.entries(optionsOf(command)).filter(([option]) => !EVERYWHERE.has(option));
  const rows = options.map(([option, spec]) => [code(optionText(option, spec)), optionHelp(spec)]);
  return [
    `## ${name}`,
    description ? `${summary} ${description}` : summary,
    `\`\`\`text\n${usageLine(command)}\n\`\`\``,
    ...(rows.length > 0 ? [table(['option', 'meaning'], rows)] : []),
    `\`\`\`text\n${examples.join('\n')}\n\`\`\``,
  ].join('\n\n');
}

export const commandLineDocuments: readonly GeneratedFile[] = [
  { path: 'docs/reference/command-line.md', render: commandLinePage },
];
