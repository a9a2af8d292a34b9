/** An operation of the interface as people read it. Pure. */
import type { DescribedOperation, ReferenceField } from '@serai/contract/account/reference.ts';
import type { Style } from '../text/style.ts';
import { facts, table } from '../text/table.ts';

export function operationText(operation: DescribedOperation, style: Style): string {
  const { summary, path, scope, statuses, description, request, answer, errors, examples } = operation;
  const parts = [
    facts(
      [
        ['Operation', summary],
        ['Path', `POST ${path}`],
        ['Scope', scope],
        ['Answers', statuses.join(' or ')],
      ],
      style,
    ),
    `${description}\n`,
    `Request\n${memberTable(request, style)}`,
    `Answer\n${memberTable(answer, style)}`,
    `Errors\n${table(
      ['CODE', 'STATUS', 'WHAT TO DO'],
      errors.map(({ code, status, action }) => [code, String(status), action]),
      style,
    )}`,
    ...examples.slice(0, 1).map(({ curl }) => `Example\n${curl}\n`),
  ];
  return parts.join('\n');
}

function memberTable(members: readonly ReferenceField[], style: Style): string {
  const rows = members.map(({ path, type, required, limits, words }) => [
    path,
    type,
    required ? 'yes' : 'no',
    [limits ?? '', words.join(', ')].filter(text => text !== '').join('; '),
  ]);
  return rows.length === 0 ? 'No members.\n' : table(['MEMBER', 'TYPE', 'ALWAYS', 'LIMITS'], rows, style);
}
