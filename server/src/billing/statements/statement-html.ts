/** A statement as a printable page without scripts. Pure. */
import { asksForPayment, paymentLines } from '@serai/contract/account/payment-lines.ts';
import { bookingLine } from '@serai/contract/billing/booking-line.ts';
import { isZero } from '@serai/contract/billing/mail-plan.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { zonedText } from '../../platform/time/zoned-time.ts';
import type { EntryWithBooking } from '../ledger/entry-list-store.ts';
import { entryChange, referenceOf } from '../ledger/entry-view.ts';
import type { Issuer, Party } from './statement-store.ts';
import { dayFacts, KIND_NAMES } from './statement-texts.ts';
import type { StatementView } from './statement-view.ts';

const STYLE = `body{font:14px/1.4 system-ui,sans-serif;margin:2rem auto;max-width:60rem;color:#111}
h1{font-size:1.4rem}table{border-collapse:collapse;width:100%;margin:1rem 0}
th,td{border-bottom:1px solid #ccc;padding:.3rem .5rem;text-align:left}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}tr{break-inside:avoid}
.parties{display:flex;gap:3rem;margin:1.5rem 0}.parties div{white-space:pre-line}@media print{body{margin:0;max-width:none}}`;

export function pageStart(statement: StatementView, issuer: Issuer, recipient: Party): string {
  const sums = [
    ['Opening balance', statement.opening.amount],
    ['Charges', statement.charges.amount],
    ['Refunds', reducing(statement.refunds)],
    ['Penalties', statement.penalties.amount],
    ['Payments', reducing(statement.payments)],
    ['Returned payments', statement.returnedPayments.amount],
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
<div class="parties"><div><strong>From</strong>\n${escaped(partyLines(issuer))}</div><div><strong>Billed to</strong>\n${escaped(partyLines(recipient))}</div>${payToBlock(statement, issuer)}</div>
<table>${sums.map(([name, amount]) => `<tr><th>${name}</th><td class="n">${escaped(amount ?? '')}</td></tr>`).join('')}</table>
<table><thead><tr><th>Time</th><th>Entry</th><th>Booking</th><th>Reference</th><th>Reason</th><th class="n">Change</th></tr></thead><tbody>
`;
}

function reducing(money: StatementView['refunds']): string {
  return isZero(money) ? money.amount : `−${money.amount}`;
}

/** Nothing if the statement is paid or never asked for a payment. */
function dueText({ payment, dueOn, unpaid, amountDue }: StatementView): string {
  if ((payment !== 'UNPAID' && payment !== 'OVERDUE') || !unpaid || !amountDue) return '';
  const due = dueOn === null ? '' : ` Payment is due by ${dueOn}.`;
  const own = amountDue.amount === unpaid.amount ? '' : `, of which ${unpaid.amount} is from this statement`;
  return `${due} Amount due: ${amountDue.amount}${own}.`;
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
    KIND_NAMES[entry.kind],
    [entry.booking && bookingLine(entry.booking), entry.booking_id].filter(Boolean).join(', '),
    referenceOf(entry),
    [entry.reason, ...dayFacts(entry)].filter(Boolean).join(', '),
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
