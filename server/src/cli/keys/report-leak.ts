import { readFile } from 'node:fs/promises';
import { reportLeakedKey } from '@serai/contract/account/keys.ts';
import type { z } from 'zod';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import type { Terminal } from '../frame/terminal.ts';
import { printable } from '../text/style.ts';

/** The key is no argument: it would stay in the history of the shell and in the list of processes. */
export const keysReportLeakCommand = defineCommand({
  name: 'keys report-leak',
  summary: 'Revoke a leaked key by the key itself.',
  description: 'It asks for the key, and revokes it at once and for good. The key is kept nowhere.',
  remote: true,
  options: {
    file: {
      type: 'string',
      value: '<path>',
      description: 'File that holds the key; /dev/stdin takes what is piped in.',
    },
  },
  examples: ['serai keys report-leak', 'serai keys report-leak --file leaked.txt --json'],
  async run({ options, client, json, terminal }) {
    const key = options.file === undefined ? await ask(terminal) : await readFile(options.file, 'utf8');
    const { data, text } = await client().call(reportLeakedKey, { key });
    terminal.out(json ? `${text}\n` : outcomeText(data));
    return EXIT.ok;
  },
});

async function ask({ ask }: Terminal): Promise<string> {
  if (ask === undefined)
    throw usageFailure('Nobody can be asked for the key here.', 'Name a file with --file.');
  return ask('Paste the whole key: ');
}

function outcomeText({ outcome, key }: z.output<typeof reportLeakedKey.output>): string {
  if (outcome === 'UNKNOWN') return 'No key matches. Nothing was changed.\n';
  const name =
    key === null ? 'The key of another organisation' : `The key "${printable(key.name)}" (${key.display})`;
  return outcome === 'REVOKED' ? `${name} is revoked.\n` : `${name} did not work any more.\n`;
}
