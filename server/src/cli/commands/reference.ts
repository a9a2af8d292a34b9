import {
  type DescribedOperation,
  listReference,
  type ReferenceField,
  showReference,
  tryReference,
} from '@serai/contract/account/reference.ts';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import type { Style } from '../text/style.ts';
import { facts, table } from '../text/table.ts';

export const REFERENCE_COMMANDS: readonly Command[] = [
  operationCommand(listReference, {
    render: ({ operations }, { style }) =>
      table(
        ['OPERATION', 'PATH', 'SCOPE', 'SUMMARY'],
        operations.map(({ name, path, scope, summary }) => [name, path, scope, summary]),
        style,
      ),
  }),
  operationCommand(showReference, {
    args: ['operation'],
    note: 'Shows the first recorded request. Use --json to show all recorded requests and responses.',
    examples: ['serai reference show availability', 'serai reference show booking --json'],
    render: ({ operation }, { style }) => operationText(operation, style),
  }),
  operationCommand(tryReference, {
    args: ['operation'],
    options: { key: { value: '<key>' }, body: { value: '<json>', default: '{}', required: false } },
    note: 'The call counts towards the rate limits and appears in the request log. The exit code is 1 unless it succeeds.',
    examples: [
      'serai reference try boards --key "$SERAI_API_KEY"',
      `serai reference try bookinglist --key "$SERAI_API_KEY" --body '{"page":{"limit":5}}' --json`,
    ],
    render: ({ status, durationMs, requestId, body }) =>
      `${status ?? 'No response'} in ${Math.round(durationMs)} ms, ${requestId}\n\n${JSON.stringify(body, null, 2)}\n`,
    exitCode: ({ status }) => (status !== null && status < 300 ? EXIT.ok : EXIT.failed),
  }),
];

function operationText(operation: DescribedOperation, style: Style): string {
  const { summary, path, scope, statuses, description, request, answer, errors, examples } = operation;
  const parts = [
    facts(
      [
        ['Operation', summary],
        ['Path', `POST ${path}`],
        ['Scope', scope],
        ['Responses', statuses.join(' or ')],
      ],
      style,
    ),
    `${description}\n`,
    `Request\n${fieldTable(request, style)}`,
    `Response\n${fieldTable(answer, style)}`,
    `Errors\n${table(
      ['CODE', 'STATUS', 'WHAT TO DO'],
      errors.map(({ code, status, action }) => [code, String(status), action]),
      style,
    )}`,
    ...examples.slice(0, 1).map(({ curl }) => `Example\n${curl}\n`),
  ];
  return parts.join('\n');
}

function fieldTable(fields: readonly ReferenceField[], style: Style): string {
  const rows = fields.map(({ path, type, required, limits, words }) => [
    path,
    type,
    required ? 'yes' : 'no',
    [limits ?? '', words.join(', ')].filter(text => text !== '').join('; '),
  ]);
  return rows.length === 0 ? 'No fields.\n' : table(['FIELD', 'TYPE', 'REQUIRED', 'LIMITS'], rows, style);
}
