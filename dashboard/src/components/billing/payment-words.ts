/** What a payment settles, in words. Payments settle the oldest charges first. Pure. */
import { decimalsOf, fromMinor, toMinor } from '../../lib/format/decimal.ts';
import { formatMoney } from '../../lib/format/format.ts';
import type { Account } from './account.tsx';

type Owing = Pick<Account, 'billing' | 'balance' | 'overdue' | 'currency'>;

/** Undefined until an amount can be read, and for partners that pay in advance or owe nothing. */
export function paymentWords(
  { billing, balance, overdue, currency }: Owing,
  typed: string,
): string | undefined {
  const amount = typed.trim();
  const digits = decimalsOf(balance.amount);
  const owed = toMinor(balance.amount, digits);
  if (billing === 'PREPAID' || owed <= 0n || !/^\d+(\.\d+)?$/.test(amount) || decimalsOf(amount) > digits) {
    return undefined;
  }
  const paid = toMinor(amount, digits);
  if (paid === 0n) return undefined;
  const money = (minor: bigint) => formatMoney({ amount: fromMinor(minor, digits), currency });
  if (paid > owed) return `Settles the full balance. ${money(paid - owed)} is left for later bookings.`;
  if (paid === owed) return 'Settles the full balance.';
  const late = overdue === null ? 0n : toMinor(overdue.amount.amount, digits);
  if (paid < late) {
    return `Settles the oldest overdue charges. ${money(late - paid)} remains overdue.`;
  }
  const settled = late > 0n ? 'everything overdue' : 'the oldest charges first';
  return `Settles ${settled}. ${money(owed - paid)} remains owed.`;
}

/** Amounts that are often paid, with their names. */
export function paymentChoices({ billing, balance, overdue }: Owing): readonly (readonly [string, string])[] {
  if (billing === 'PREPAID' || balance.amount.startsWith('-') || !/[1-9]/.test(balance.amount)) return [];
  const all = ['Full balance', balance.amount] as const;
  if (overdue === null || overdue.amount.amount === balance.amount) return [all];
  return [['Overdue', overdue.amount.amount], all];
}

/** For example `Owed 8,055.70 EUR, overdue 4,935.70 EUR`. */
export function owedWords({ billing, balance, overdue }: Owing): string {
  const label = billing === 'PREPAID' ? 'Funds' : 'Owed';
  const late = overdue === null ? '' : `, overdue ${formatMoney(overdue.amount)}`;
  return `${label} ${formatMoney(balance)}${late}`;
}
