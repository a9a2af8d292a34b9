/** What a cancelled booking costs the partner in the end, from its ledger entries. Pure. */
import type { Entry } from '../../components/billing/entry-kinds.ts';
import { decimalsOf, fromMinor, sumMinor } from '../../lib/format/decimal.ts';

type Money = Entry['amount'];

interface Settlement {
  charged: Money;
  penalty: Money;
  /** What the partner gets back: the charge minus the penalty. */
  refund: Money;
}

/**
 * Undefined if the partner was never charged, for example because the guest pays at the hotel, and until the refund is
 * posted.
 */
export function settlementOf(entries: readonly Entry[]): Settlement | undefined {
  const first = entries.find(({ kind, amount }) => kind === 'CHARGE' && /[1-9]/.test(amount.amount));
  if (first === undefined || !entries.some(({ kind }) => kind === 'REFUND')) return undefined;
  const { currency, amount } = first.amount;
  const digits = decimalsOf(amount);
  const sumOf = (kind: Entry['kind']) =>
    sumMinor(
      entries
        .filter(entry => entry.kind === kind && entry.amount.currency === currency)
        .map(entry => entry.amount.amount),
      digits,
    );
  const [charged, refunded, penalty] = [sumOf('CHARGE'), sumOf('REFUND'), sumOf('PENALTY')];
  // The refund covers the whole charge, and the penalty is an entry of its own.
  const back = refunded > penalty ? refunded - penalty : 0n;
  const money = (minor: bigint) => ({ amount: fromMinor(minor, digits), currency });
  return { charged: money(charged), penalty: money(penalty), refund: money(back) };
}
