/** Formats a statement for the APIs and as CSV lines. Pure. */
import type { showStatement } from '@serai/contract/billing/statements.ts';
import { csvLine } from '@serai/contract/shared/csv-line.ts';
import type { z } from 'zod';
import { toMoney } from '../../platform/money/minor-units.ts';
import { shownActor, type Viewer } from '../../platform/operations/operator/shown-actor.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { EntryWithBooking } from '../ledger/entry-list-store.ts';
import { entryChange, referenceOf } from '../ledger/entry-view.ts';
import type { PaymentState } from './payment-state.ts';
import type { StatementMail } from './statement-mail-store.ts';
import type { StoredStatement } from './statement-store.ts';

export type StatementView = z.input<typeof showStatement.output>['statement'];

/** An open statement has no id, no number and no time of closing. */
export type AnyStatement = Omit<StoredStatement, ClosedField> &
  (Pick<StoredStatement, ClosedField> | { statement_id: null });

type ClosedField = 'statement_id' | 'number' | 'closed_at' | 'closed_by' | 'due_on';

interface Details extends PaymentState {
  partnerName: string;
  /** The last email of each kind. */
  mails: readonly StatementMail[];
}

export function statementView(
  statement: AnyStatement,
  { partnerName, payment, unpaidMinor, amountDueMinor, mails }: Details,
  viewer: Viewer,
): StatementView {
  const { currency, totals } = statement;
  const owed = (kind: string) => totals[kind]?.owedMinor ?? 0;
  const money = (minor: number) => toMoney(minor, currency);
  const isClosed = statement.statement_id !== null;
  return {
    statementId: statement.statement_id,
    number: isClosed ? statement.number : null,
    partnerId: statement.organisation_id,
    partnerName,
    environment: statement.environment,
    month: statement.month,
    status: isClosed ? 'CLOSED' : 'OPEN',
    timeZone: statement.time_zone,
    from: instantText(statement.from_at.getTime()),
    to: instantText(statement.to_at.getTime()),
    currency,
    opening: money(statement.opening_minor),
    charges: money(owed('CHARGE')),
    refunds: money(0 - owed('REFUND')),
    penalties: money(owed('PENALTY')),
    payments: money(0 - owed('PAYMENT')),
    returnedPayments: money(owed('RETURNED_PAYMENT')),
    adjustments: money(owed('ADJUSTMENT')),
    closing: money(statement.closing_minor),
    entries: Object.values(totals).reduce((sum, total) => sum + (total?.entries ?? 0), 0),
    closedAt: isClosed ? instantText(statement.closed_at.getTime()) : null,
    closedBy: isClosed ? shownActor(viewer, statement.closed_by, true) : null,
    dueOn: isClosed ? statement.due_on : null,
    payment,
    unpaid: unpaidMinor === null ? null : money(unpaidMinor),
    amountDue: amountDueMinor === null ? null : money(amountDueMinor),
    sent: mailView(mails, 'STATEMENT', viewer),
    reminded: mailView(mails, 'REMINDER', viewer),
  };
}

/** Staff may have sent it to an address that is not the partner's, so partner users do not see it. */
function mailView(
  mails: readonly StatementMail[],
  kind: StatementMail['kind'],
  { staff }: Viewer,
): StatementView['sent'] {
  const mail = staff === true ? mails.find(each => each.kind === kind) : undefined;
  if (mail === undefined) return null;
  const { address, askedAt, askedBy, sentAt, failedAt, response } = mail;
  const state = failedAt !== null ? 'FAILED' : sentAt !== null ? 'SENT' : 'QUEUED';
  return { to: address, at: instantText(askedAt.getTime()), by: askedBy, state, response };
}

export const CSV_HEADER = csvLine([
  'time',
  'kind',
  'booking',
  'reference',
  'reason',
  'owed',
  'currency',
  'received on',
  'statement',
  'client reference',
  'guest',
  'hotel',
  'check-in',
  'check-out',
  'returned on',
]);

/** `number` is null while the statement is open. */
export function entryCsv(entry: EntryWithBooking, number: string | null): string {
  const { amount } = toMoney(entryChange(entry, 'PARTNER'), entry.currency);
  return csvLine([
    instantText(entry.at.getTime()),
    entry.kind,
    entry.booking_id,
    referenceOf(entry),
    entry.reason,
    { decimal: amount },
    entry.currency,
    entry.received_on,
    number,
    entry.booking?.clientReference,
    entry.booking?.guest,
    entry.booking?.hotel,
    entry.booking?.checkIn,
    entry.booking?.checkOut,
    entry.returned?.on,
  ]);
}

/** For closed statements, for example `statement-2026-07-0003.pdf`. */
export function statementFilename(
  { number }: Pick<StatementView, 'number'>,
  extension: 'pdf' | 'csv',
): string {
  return `statement-${number}.${extension}`;
}
