/** The balance after each entry of a statement. Pure. */
import { decimalsOf, fromMinor, toMinor } from '../../lib/format/decimal.ts';
import { formatMoney } from '../../lib/format/format.ts';
import type { Entry } from './entry-kinds.ts';

type Money = Entry['owed'];

/** By the IDs of the entries. */
export type Balances = ReadonlyMap<string, Money>;

/** The entries begin with the oldest of the statement. Empty while the opening balance is not known. */
export function balancesAfter(
  opening: Money | undefined,
  entries: readonly Pick<Entry, 'entryId' | 'owed'>[],
): Balances {
  if (opening === undefined) return new Map();
  const { amount, currency } = opening;
  const digits = decimalsOf(amount);
  let minor = toMinor(amount, digits);
  return new Map(
    entries.map(({ entryId, owed }) => {
      minor += toMinor(owed.amount, digits);
      return [entryId, { amount: fromMinor(minor, digits), currency }];
    }),
  );
}

export function balanceText(balances: Balances, entryId: string): string {
  const balance = balances.get(entryId);
  return balance === undefined ? '' : withSign(balance);
}

/** With a real minus sign. */
export function withSign(money: Money): string {
  const text = formatMoney(money);
  return text.startsWith('-') ? `−${text.slice(1)}` : text;
}
