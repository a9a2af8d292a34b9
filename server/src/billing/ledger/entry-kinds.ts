/**
 * The kinds of ledger entries, and the accounts between which each kind moves its amount. No other code defines
 * them. Pure.
 */

export const ENTRY_KINDS = [
  'HOLD',
  'RELEASE',
  'CHARGE',
  'REFUND',
  'PENALTY',
  'PAYMENT',
  'RETURNED_PAYMENT',
  'ADJUSTMENT',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/**
 * PARTNER: the amount that the partner owes. HELD: the amount that its open bookings may still cost. The others
 * are the operator's accounts.
 */
export type LedgerAccount =
  | 'PARTNER'
  | 'HELD'
  | 'COMMITMENTS'
  | 'SALES'
  | 'PENALTIES'
  | 'CASH'
  | 'ADJUSTMENTS';

export interface Accounts {
  /** The account that grows by the amount. */
  debit: LedgerAccount;
  /** The account that shrinks by the amount. */
  credit: LedgerAccount;
}

const ACCOUNTS: Readonly<Record<EntryKind, Accounts>> = {
  HOLD: { debit: 'HELD', credit: 'COMMITMENTS' },
  RELEASE: { debit: 'COMMITMENTS', credit: 'HELD' },
  CHARGE: { debit: 'PARTNER', credit: 'SALES' },
  REFUND: { debit: 'SALES', credit: 'PARTNER' },
  PENALTY: { debit: 'PARTNER', credit: 'PENALTIES' },
  PAYMENT: { debit: 'CASH', credit: 'PARTNER' },
  RETURNED_PAYMENT: { debit: 'PARTNER', credit: 'CASH' },
  ADJUSTMENT: { debit: 'PARTNER', credit: 'ADJUSTMENTS' },
};

export interface LedgerLine extends Accounts {
  kind: EntryKind;
  amountMinor: number;
}

/** A negative amount moves in the other direction. Only adjustments can be negative. */
export function ledgerLine(kind: EntryKind, amountMinor: number): LedgerLine {
  const { debit, credit } = ACCOUNTS[kind];
  return amountMinor < 0
    ? { kind, debit: credit, credit: debit, amountMinor: -amountMinor }
    : { kind, debit, credit, amountMinor };
}

export function changeOf(
  { debit, credit, amountMinor }: { debit: string; credit: string; amountMinor: number },
  account: LedgerAccount,
): number {
  if (debit === account) return amountMinor;
  // Subtracting from zero avoids a negative zero.
  return credit === account ? 0 - amountMinor : 0;
}
