/** Formats a statement for the APIs, as CSV lines and as a printable page. Pure. */

import { asksForPayment, paymentLines } from '@serai/contract/account/payment-lines.ts';
import { bookingLine } from '@serai/contract/billing/booking-line.ts';
import type { showStatement } from '@serai/contract/billing/statements.ts';
import { csvLine } from '@serai/contract/shared/csv-line.ts';
import type { z } from 'zod';
import { toMoney } from '../../platform/money/minor-units.ts';
import { shownActor, type Viewer } from '../../platform/operations/operator/shown-actor.ts';
import { instantText, zonedText } from '../../platform/time/zoned-time.ts';
import type { EntryWithBooking } from '../ledger/entry-list-store.ts';
import { entryChange } from '../ledger/entry-view.ts';
import type { PaymentState } from './payment-state.ts';
import type { StatementMail } from './statement-mail-store.ts';
import type { Issuer, Party, StoredStatement } from './statement-store.ts';

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
  const { address, askedAt, askedBy, sentAt, failedAt } = mail;
  const state = failedAt !== null ? 'FAILED' : sentAt !== null ? 'SENT' : 'QUEUED';
  return { to: address, at: instantText(askedAt.getTime()), by: askedBy, state };
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
]);

/** `number` is null while the statement is open. */
export function entryCsv(entry: EntryWithBooking, number: string | null): string {
  const { amount } = toMoney(entryChange(entry, 'PARTNER'), entry.currency);
  return csvLine([
    instantText(entry.at.getTime()),
    entry.kind,
    entry.booking_id,
    entry.external_reference,
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
  ]);
}

/** For closed statements, for example `statement-2026-07-0003.pdf`. */
export function statementFilename(
  { number }: Pick<StatementView, 'number'>,
  extension: 'pdf' | 'csv',
): string {
  return `statement-${number}.${extension}`;
}

const STYLE = `body{font:14px/1.4 system-ui,sans-serif;margin:2rem auto;max-width:60rem;color:#111}
h1{font-size:1.4rem}table{border-collapse:collapse;width:100%;margin:1rem 0}
th,td{border-bottom:1px solid #ccc;padding:.3rem .5rem;text-align:left}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}tr{break-inside:avoid}
.parties{display:flex;gap:3rem;margin:1.5rem 0}.parties div{white-space:pre-line}@media print{body{margin:0;max-width:none}}`;

export function pageStart(statement: StatementView, issuer: Issuer, recipient: Party): string {
  const sums = [
    ['Opening balance', statement.opening.amount],
    ['Charges', statement.charges.amount],
    ['Refunds', `−${statement.refunds.amount}`],
    ['Penalties', statement.penalties.amount],
    ['Payments', `−${statement.payments.amount}`],
    ['Adjustments', statement.adjustments.amount],
    ['Closing balance', statement.closing.amount],
  ];
  const title = `Statement ${statement.month}, ${statement.partnerName}`;
  const state =
    statement.status === 'CLOSED'
      ? `Number ${statement.number}, closed on ${statement.closedAt}.`
      : 'Not closed yet. The amounts may change.';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1><p>${escaped(`${statement.environment}, ${statement.currency}, ${statement.timeZone}.`)} ${escaped(state + dueText(statement))}</p>
<div class="parties"><div><strong>From</strong>\n${escaped(partyLines(issuer))}</div><div><strong>To</strong>\n${escaped(partyLines(recipient))}</div>${payToBlock(statement, issuer)}</div>
<table>${sums.map(([name, amount]) => `<tr><th>${name}</th><td class="n">${escaped(amount ?? '')}</td></tr>`).join('')}</table>
<table><thead><tr><th>Time</th><th>Entry</th><th>Booking</th><th>Reference</th><th>Reason</th><th class="n">Change</th></tr></thead><tbody>
`;
}

/** Nothing if the statement is paid or never asked for a payment. */
function dueText({ payment, dueOn, unpaid, amountDue }: StatementView): string {
  if ((payment !== 'UNPAID' && payment !== 'OVERDUE') || !unpaid || !amountDue) return '';
  const due = dueOn === null ? '' : ` Payment is due by ${dueOn}.`;
  const own = amountDue.amount === unpaid.amount ? '' : `, of which ${unpaid.amount} is from this statement`;
  return `${due} Still to pay: ${amountDue.amount}${own}.`;
}

function payToBlock(statement: StatementView, { paymentDetails }: Issuer): string {
  const lines = paymentLines(paymentDetails, statement.number).map(({ name, value }) => `${name}: ${value}`);
  if (!asksForPayment(statement) || lines.length === 0) return '';
  return `<div><strong>Pay to</strong>\n${escaped(lines.join('\n'))}</div>`;
}

function partyLines({ name, legalName, address, taxNumber, billingEmail }: Party): string {
  const lines = [legalName ?? name, address, taxNumber && `Tax number ${taxNumber}`, billingEmail];
  return lines.filter(line => line !== null).join('\n');
}

export function entryHtml(entry: EntryWithBooking, timeZone: string): string {
  const cells = [
    zonedText(entry.at.getTime(), timeZone),
    entry.kind,
    [entry.booking && bookingLine(entry.booking), entry.booking_id].filter(Boolean).join(', '),
    entry.external_reference,
    [entry.reason, entry.received_on && `received on ${entry.received_on}`].filter(Boolean).join(', '),
  ];
  const { amount } = toMoney(entryChange(entry, 'PARTNER'), entry.currency);
  return `<tr>${cells.map(cell => `<td>${escaped(cell ?? '')}</td>`).join('')}<td class="n">${amount}</td></tr>\n`;
}

export const PAGE_END = '</tbody></table></body></html>\n';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, letter => ENTITIES[letter] ?? '');
}
