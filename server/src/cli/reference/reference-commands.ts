/** The commands `serai reference …`, in the order of help. */
import { listReference, showReference, tryReference } from '@serai/contract/account/reference.ts';
import { type Command, defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { table } from '../text/table.ts';
import { operationText } from './operation-text.ts';

const listCommand = defineCommand({
  name: 'reference list',
  summary: 'List the operations that API keys are for.',
  remote: true,
  examples: ['serai reference list'],
  async run({ client, json, terminal, style }) {
    const { data, text } = await client().call(listReference, {});
    const rows = data.operations.map(({ name, path, scope, summary }) => [name, path, scope, summary]);
    terminal.out(json ? `${text}\n` : table(['OPERATION', 'PATH', 'SCOPE', 'SUMMARY'], rows, style));
    return EXIT.ok;
  },
});

const showCommand = defineCommand({
  name: 'reference show',
  summary: 'Describe one operation: members, errors, an example.',
  description: 'All recorded calls and their answers are in --json.',
  args: ['operation'],
  remote: true,
  examples: ['serai reference show availability', 'serai reference show booking --json'],
  async run({ args, client, json, terminal, style }) {
    const { data, text } = await client().call(showReference, { operation: args[0] as string });
    terminal.out(json ? `${text}\n` : operationText(data.operation, style));
    return EXIT.ok;
  },
});

const tryCommand = defineCommand({
  name: 'reference try',
  summary: 'Make one call of the interface with a sandbox key.',
  description:
    'Limits count it and the request log shows it. The command fails when the answer is no success.',
  args: ['operation'],
  remote: true,
  options: {
    key: { type: 'string', value: '<key>', description: 'A sandbox key; a live one is refused.' },
    body: { type: 'string', value: '<json>', description: 'The request; {} when absent.' },
  },
  examples: [
    'serai reference try boards --key "$SERAI_API_KEY"',
    `serai reference try bookinglist --key "$SERAI_API_KEY" --body '{"page":{"limit":5}}' --json`,
  ],
  async run({ args, options, client, json, terminal }) {
    const { key, body = '{}' } = options;
    if (key === undefined) throw usageFailure('--key is missing.', 'serai keys create makes one.');
    const { data, text } = await client().call(tryReference, { operation: args[0] as string, key, body });
    const { status, durationMs, requestId } = data;
    terminal.out(
      json
        ? `${text}\n`
        : `${status ?? 'No answer'} in ${Math.round(durationMs)} ms, ${requestId}\n\n${JSON.stringify(data.body, null, 2)}\n`,
    );
    return status !== null && status < 300 ? EXIT.ok : EXIT.failed;
  },
});

export const REFERENCE_COMMANDS: readonly Command[] = [listCommand, showCommand, tryCommand];
