/** The kinds of ledger entries and the accounts between which each of them moves its amount. The only such table. Pure. */

export const ENTRY_KINDS = [
  'HOLD',
  'RELEASE',
  'CHARGE',
  'REFUND',
  'PENALTY',
  'PAYMENT',
  'ADJUSTMENT',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** PARTNER: what the partner owes. HELD: what its open bookings may still cost. The others are the operator's side. */
export type LedgerAccount =
  | 'PARTNER'
  | 'HELD'
  | 'COMMITMENTS'
  | 'SALES'
  | 'PENALTIES'
  | 'CASH'
  | 'ADJUSTMENTS';

export interface Accounts {
  /** Grows by the amount. */
  debit: LedgerAccount;
  /** Shrinks by the amount. */
  credit: LedgerAccount;
}

const ACCOUNTS: Readonly<Record<EntryKind, Accounts>> = {
  HOLD: { debit: 'HELD', credit: 'COMMITMENTS' },
  RELEASE: { debit: 'COMMITMENTS', credit: 'HELD' },
  CHARGE: { debit: 'PARTNER', credit: 'SALES' },
  REFUND: { debit: 'SALES', credit: 'PARTNER' },
  PENALTY: { debit: 'PARTNER', credit: 'PENALTIES' },
  PAYMENT: { debit: 'CASH', credit: 'PARTNER' },
  ADJUSTMENT: { debit: 'PARTNER', credit: 'ADJUSTMENTS' },
};

export interface LedgerLine extends Accounts {
  kind: EntryKind;
  amountMinor: number;
}

/** A negative amount moves in the other direction. Only adjustments and returned payments have one. */
export function ledgerLine(kind: EntryKind, amountMinor: number): LedgerLine {
  const { debit, credit } = ACCOUNTS[kind];
  return amountMinor < 0
    ? { kind, debit: credit, credit: debit, amountMinor: -amountMinor }
    : { kind, debit, credit, amountMinor };
}

/** By how much an entry changes an account. */
export function changeOf(
  { debit, credit, amountMinor }: { debit: string; credit: string; amountMinor: number },
  account: LedgerAccount,
): number {
  if (debit === account) return amountMinor;
  // Subtracting from zero avoids a negative zero.
  return credit === account ? 0 - amountMinor : 0;
}
