/** The statements that an email is about, and their PDF files. */
import { MAX_ATTACHED_MB, MAX_ATTACHED_STATEMENTS } from '@serai/contract/billing/statements.ts';
import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import type { EntryWithBooking } from '../../ledger/entry-list-store.ts';
import type { OpenStatement, StatementFile } from '../../statements/statement-mail.ts';
import {
  findClosed,
  type Issuer,
  type Party,
  type StoredStatement,
} from '../../statements/statement-store.ts';
import type { StatementView } from '../../statements/statement-view.ts';
import type { BillingParts } from './billing-parts.ts';
import { listPrinted } from './print-statement.ts';
import { withPayments } from './read-statements.ts';

export interface MailedStatement {
  closed: StoredStatement;
  statement: StatementView;
}

/** The statements that a reminder lists besides its own, newest first. */
export async function listEarlier(
  context: OperatorContext,
  { closed: own }: MailedStatement,
  open: readonly OpenStatement[],
  { partnerName, timeZone }: { partnerName: string; timeZone: string },
): Promise<MailedStatement[]> {
  const scope = {
    organisationId: own.organisation_id,
    environment: own.environment as StatementView['environment'],
  };
  const earlier: StoredStatement[] = [];
  for (const { month } of open.toReversed()) {
    const closed = month === own.month ? undefined : await findClosed(context.db, scope, month);
    if (closed) earlier.push(closed);
  }
  const named = earlier.map(statement => ({ statement, partnerName }));
  const views = await withPayments(context, named, timeZone);
  return views.map((statement, at) => ({ closed: earlier[at] as StoredStatement, statement }));
}

/** By their number only: how large they are is known once they are printed. */
export function attachable(own: MailedStatement, earlier: readonly MailedStatement[]): MailedStatement[] {
  return [own, ...earlier.slice(0, MAX_ATTACHED_STATEMENTS - 1)];
}

interface Printing {
  recipient: Party;
  issuer: Issuer;
  /** The entries of the statement itself, which the CSV file contains too. */
  entries: readonly EntryWithBooking[] | undefined;
}

/** Oldest first. The oldest are left out if the files become too large. The first one is always printed. */
export async function printFiles(
  parts: BillingParts,
  { db }: Pick<OperatorContext, 'db'>,
  newestFirst: readonly MailedStatement[],
  { recipient, issuer, entries: ownEntries }: Printing,
): Promise<StatementFile[]> {
  const files: StatementFile[] = [];
  let bytes = 0;
  for (const { closed, statement } of newestFirst) {
    const isOwn = files.length === 0;
    const entries = isOwn ? ownEntries : await listPrinted(parts, db, closed);
    const pdf = await parts.printer.print({ statement, recipient, issuer, entries });
    bytes += pdf.length;
    if (!isOwn && bytes > MAX_ATTACHED_MB * 1_000_000) break;
    files.unshift({ number: statement.number, pdf });
  }
  return files;
}
