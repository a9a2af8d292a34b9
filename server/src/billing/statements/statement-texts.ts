/** Names, dates and amounts of statements in English, for emails and PDF files. Pure. */
import { isZero, stillDue } from '@serai/contract/billing/mail-plan.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import type { StoredEntry } from '../ledger/entry-list-store.ts';
import type { Party } from './statement-store.ts';
import type { StatementView } from './statement-view.ts';

export type TextFact = readonly [name: string, value: string];

/** From the opening to the closing balance, without amounts of zero in between. */
export function sumFacts(statement: StatementView): TextFact[] {
  const { opening, charges, refunds, penalties, payments, returnedPayments, adjustments, closing } =
    statement;
  return [
    ['Opening balance', amountText(opening)],
    ...unlessZero('Charges', charges),
    ...unlessZero('Refunds', refunds, '-'),
    ...unlessZero('Penalties', penalties),
    ...unlessZero('Payments', payments, '-'),
    ...unlessZero('Returned payments', returnedPayments),
    ...unlessZero('Adjustments', adjustments),
    ['Closing balance', amountText(closing)],
  ];
}

export const KIND_NAMES: Readonly<Record<StoredEntry['kind'], string>> = {
  HOLD: 'Hold',
  RELEASE: 'Release',
  CHARGE: 'Charge',
  REFUND: 'Refund',
  PENALTY: 'Penalty',
  PAYMENT: 'Payment',
  RETURNED_PAYMENT: 'Returned payment',
  ADJUSTMENT: 'Adjustment',
};

/** When a payment was received, and when it was returned. */
export function dayFacts({ received_on, returned }: Pick<StoredEntry, 'received_on' | 'returned'>): string[] {
  return [
    ...(received_on === null ? [] : [`received on ${dayName(received_on)}`]),
    ...(returned === null ? [] : [`returned on ${dayName(returned.on)}`]),
  ];
}

/** Empty if nothing is due, or if that is not known. */
export function dueFacts(statement: StatementView): TextFact[] {
  const { dueOn, unpaid } = statement;
  const due = stillDue(statement);
  if (!due) return [];
  const hasEarlier = unpaid?.amount !== due.amount;
  return [
    ['Amount due', `${amountText(due)}${hasEarlier ? ' (including earlier statements)' : ''}`],
    ...(dueOn === null ? [] : [['Due date', dayName(dueOn)] as const]),
  ];
}

export function companyName({ name, legalName }: Party): string {
  return legalName ?? name;
}

/** For example `4,935.70 EUR`. */
export function amountText(money: Money): string {
  return `${numberText(money)} ${money.currency}`;
}

const FORMATS = new Map<number, Intl.NumberFormat>();

/** For example `4,935.70`. */
export function numberText({ amount }: Pick<Money, 'amount'>): string {
  const decimals = amount.split('.')[1]?.length ?? 0;
  let format = FORMATS.get(decimals);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-GB', { minimumFractionDigits: decimals });
    FORMATS.set(decimals, format);
  }
  return format.format(amount as Intl.StringNumericLiteral);
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export function monthName(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`));
}

export function dayName(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

function unlessZero(name: string, money: Money, sign = ''): TextFact[] {
  return isZero(money) ? [] : [[name, `${sign}${amountText(money)}`]];
}
