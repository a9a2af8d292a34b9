/** What a booking costs the partner in the end, from its ledger entries. Pure. */
import type { Entry } from '../../components/billing/entry-kinds.ts';
import { decimalsOf, fromMinor, sumMinor } from '../../lib/format/decimal.ts';

type Money = Entry['amount'];

export interface Settlement {
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
  label: 'Net charge' | 'Net credit' | 'Nothing owed';
  /** Never negative: the label states the direction. */
  money: Money;
}

/** The sum of the signed entries. Undefined if none of them changed what the partner owes. */
export function netOf(entries: readonly Entry[]): Net | undefined {
  const first = entries.find(({ owed }) => /[1-9]/.test(owed.amount));
  if (first === undefined) return undefined;
  const { currency, amount } = first.owed;
  const digits = decimalsOf(amount);
  const owed = entries.filter(entry => entry.owed.currency === currency).map(entry => entry.owed.amount);
  const net = sumMinor(owed, digits);
  return {
    label: net > 0n ? 'Net charge' : net < 0n ? 'Net credit' : 'Nothing owed',
    money: { amount: fromMinor(net < 0n ? -net : net, digits), currency },
  };
}

/** For a booking whose entries changed only what was held. */
export function nothingOwed({ amount, currency }: Money): Net {
  return { label: 'Nothing owed', money: { amount: fromMinor(0n, decimalsOf(amount)), currency } };
}

interface Effect {
  label: string;
  /** Negative if it is released or refunded. */
  money: Money;
}

/** In the order in which they are posted. What was held matters only if nothing was charged. */
const EFFECTS: readonly (readonly [Entry['kind'], string])[] = [
  ['HOLD', 'Held for the booking'],
  ['RELEASE', 'Hold released'],
  ['CHARGE', 'Charged for the booking'],
  ['REFUND', 'Charge refunded'],
  ['PENALTY', 'Penalty'],
];

/** What a booking did to the account of the partner, one line for each kind of entry. Empty without entries. */
export function effectsOf(entries: readonly Entry[]): Effect[] {
  const first = entries[0];
  if (first === undefined) return [];
  const { currency, amount } = first.amount;
  const digits = decimalsOf(amount);
  const isHold = (kind: Entry['kind']) => kind === 'HOLD' || kind === 'RELEASE';
  const isCharged = entries.some(({ kind }) => kind === 'CHARGE' || kind === 'PENALTY');
  return EFFECTS.filter(([kind]) => !(isCharged && isHold(kind))).flatMap(([kind, label]) => {
    const changes = entries
      .filter(entry => entry.kind === kind && entry.amount.currency === currency)
      .map(entry => effectOf(entry).amount);
    const sum = sumMinor(changes, digits);
    return sum === 0n ? [] : [{ label, money: { amount: fromMinor(sum, digits), currency } }];
  });
}

/** The effect of an entry on the account of the partner, or on the amount held for it. */
export function effectOf({ kind, owed, held }: Pick<Entry, 'kind' | 'owed' | 'held'>): Money {
  return kind === 'HOLD' || kind === 'RELEASE' ? held : owed;
}
