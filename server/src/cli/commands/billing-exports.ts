/** `serai reports export` and `serai statements export`, which print the whole export instead of its first part, and `serai statements pdf`. */
import { exportReport } from '@serai/contract/billing/reports.ts';
import { exportStatement, printStatement } from '@serai/contract/billing/statements.ts';
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import { type OperationCall, operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';

interface Part {
  text: string;
  page: { nextCursor: string | null };
}

/**
 * Prints each part as soon as it arrives, so that memory does not grow. With `--json` or a cursor, only one part is
 * printed.
 */
function printAll(operation: OperatorOperation) {
  return async ({ input, json, client, terminal }: OperationCall<unknown>): Promise<number | undefined> => {
    const asked = input as { page?: { limit?: number; cursor?: string } };
    if (json || asked.page?.cursor !== undefined) return undefined;
    const connection = client();
    let cursor: string | undefined;
    do {
      const page = { ...asked.page, ...(cursor !== undefined && { cursor }) };
      const { data } = await connection.call(operation, { ...asked, page });
      const part = data as Part;
      terminal.out(part.text);
      cursor = part.page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return EXIT.ok;
  };
}

const NOTE = 'Prints the whole export. With --json it prints one part, as the service returns it.';
const render = ({ text }: { text: string }) => text;

export const REPORT_COMMANDS: readonly Command[] = [
  operationCommand(exportReport, {
    note: NOTE,
    examples: ['serai reports export --by partner,month --from 2026-01 > report.csv'],
    render,
    run: printAll(exportReport),
  }),
];

export const STATEMENT_COMMANDS: readonly Command[] = [
  operationCommand(exportStatement, {
    note: NOTE,
    examples: [
      'serai statements export --partner prt_01J9ZC4T3E --month 2026-07 --format csv > statement.csv',
      'serai statements export --partner prt_01J9ZC4T3E --month 2026-07 --format html > statement.html',
    ],
    render,
    run: printAll(exportStatement),
  }),
  operationCommand(printStatement, {
    note: 'Prints the file in base64.',
    examples: ['serai statements pdf --partner prt_01J9ZC4T3E --month 2026-07 | base64 -d > statement.pdf'],
    render: ({ pdf }) => `${pdf}\n`,
  }),
];
