import { MAX_PRINTED_ENTRIES, printStatement } from '@serai/contract/billing/statements.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { type EntryWithBooking, listStatementEntries } from '../../ledger/entry-list-store.ts';
import type { LedgerScope } from '../../ledger/ledger-store.ts';
import { findClosed, getRecipient, type StoredStatement } from '../../statements/statement-store.ts';
import { statementFilename } from '../../statements/statement-view.ts';
import { type BillingParts, scopeOf, withBookings } from './billing-parts.ts';
import { withPayment } from './read-statements.ts';

export function statementsPdf(parts: BillingParts): OperatorHandler {
  return operate(printStatement, async (context, { month, ...input }) => {
    const { db } = context;
    const scope = scopeOf(context, input);
    const closed = await getClosed(context, scope, month, 'print it');
    const recipient = await getRecipient(db, scope.organisationId);
    const named = { statement: closed, partnerName: recipient.name };
    const statement = await withPayment(context, named, await parts.timeZone());
    const entries = await listPrinted(parts, db, closed);
    const printed = { statement, recipient, entries, issuer: await parts.issuer() };
    const pdf = await parts.printer.print(printed, context.staff ? undefined : scope.organisationId);
    return { filename: statementFilename(statement, 'pdf'), pdf: pdf.toString('base64') };
  });
}

export async function getClosed(
  { db, staff }: Pick<OperatorContext, 'db' | 'staff'>,
  scope: LedgerScope,
  month: string,
  purpose: string,
): Promise<StoredStatement> {
  const closed = await findClosed(db, scope, month);
  if (closed) return closed;
  // Partner users cannot close it.
  const advice = staff
    ? `Close it before you ${purpose}.`
    : 'It is available once the operator has closed it.';
  throw new ApiError('INVALID_STATE', `The statement of ${month} is not closed yet. ${advice}`);
}

/** Undefined if there are too many entries for a file that people read, or for an email. */
export async function listPrinted(
  parts: Pick<BillingParts, 'findBookings'>,
  db: Database,
  { organisation_id: organisationId, environment, from_at: from, to_at: to }: StoredStatement,
): Promise<EntryWithBooking[] | undefined> {
  const entries = await listStatementEntries(
    db,
    { organisationId, environment },
    { from, to },
    undefined,
    MAX_PRINTED_ENTRIES + 1,
  );
  if (entries.length > MAX_PRINTED_ENTRIES) return undefined;
  return await withBookings(parts, db, organisationId, entries);
}
