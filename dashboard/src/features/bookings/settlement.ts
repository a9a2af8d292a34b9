/** What a booking costs the partner in the end, from its ledger entries. Pure. */
import type { Entry } from '../../components/billing/entry-kinds.ts';
import { decimalsOf, fromMinor, sumMinor } from '../../lib/format/decimal.ts';

type Money = Entry['amount'];

interface Settlement {
  charged: Money;
  penalty: Money;
  /** What the partner gets back: the refund minus the penalty. */
  refund: Money;
}

/**
 * Undefined if the partner was never charged, for example because the guest pays at the hotel, and until the refund is
 * posted. A charge or penalty that was corrected is refunded and posted again, so only the last charge counts, and the
 * penalty is what is left of all entries.
 */
export function settlementOf(entries: readonly Entry[]): Settlement | undefined {
  const last = entries
    .filter(({ kind, amount }) => kind === 'CHARGE' && /[1-9]/.test(amount.amount))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
  if (last === undefined) return undefined;
  const { currency, amount } = last.amount;
  const digits = decimalsOf(amount);
  const sumOf = (kind: Entry['kind']) =>
    sumMinor(
      entries
        .filter(entry => entry.kind === kind && entry.amount.currency === currency)
        .map(entry => entry.amount.amount),
      digits,
    );
  const [charged, refunded] = [sumOf('CHARGE'), sumOf('REFUND')];
  if (refunded < charged) return undefined;
  const penalty = charged + sumOf('PENALTY') - refunded;
  const paid = sumMinor([amount], digits);
  const money = (minor: bigint) => ({ amount: fromMinor(minor, digits), currency });
  return {
    charged: money(paid),
    penalty: money(penalty),
    refund: money(paid > penalty ? paid - penalty : 0n),
  };
}

interface Net {
  label: 'Net refund' | 'Net charge';
  money: Money;
}

/** The sum that remains: what the partner gets back after a refund, otherwise what it is charged. */
export function netOf(entries: readonly Entry[]): Net | undefined {
  const settled = settlementOf(entries);
  if (settled && isAboveZero(settled.refund)) return { label: 'Net refund', money: settled.refund };
  const charges = entries.filter(({ owed }) => isAboveZero(owed));
  const [first] = charges;
  if (first === undefined) return undefined;
  const { currency, amount } = first.owed;
  const digits = decimalsOf(amount);
  const owed = entries.filter(entry => entry.owed.currency === currency).map(entry => entry.owed.amount);
  return { label: 'Net charge', money: { amount: fromMinor(sumMinor(owed, digits), digits), currency } };
}

function isAboveZero({ amount }: Money): boolean {
  return !amount.startsWith('-') && /[1-9]/.test(amount);
}

/** The effect of an entry on the account of the partner, or on the amount held for it. */
export function effectOf({ kind, owed, held }: Pick<Entry, 'kind' | 'owed' | 'held'>): Money {
  return kind === 'HOLD' || kind === 'RELEASE' ? held : owed;
}
