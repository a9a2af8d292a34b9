/**
 * I9: every balance matches the bookings and payments. Recomputes it without the ledger's code and, for settled
 * bookings, without their entries.
 */
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import type { Booking } from '../src/booking/bookings/booking.ts';
import type { Database } from '../src/platform/database/connect.ts';
import type { LedgerBalanceRow, LedgerEntryRow } from '../src/platform/database/generated/tables.ts';

export interface LedgerFacts {
  bookings: readonly Booking[];
  entries: readonly LedgerEntryRow[];
  balances: readonly LedgerBalanceRow[];
}

/** Returns one sentence for each difference. */
export function checkBalances({ bookings, entries, balances }: LedgerFacts): string[] {
  const faults: string[] = [];
  const ledgers = new Map<string, { owed: bigint; held: bigint }>();
  const at = (row: { organisation_id: string; environment: string }) => {
    const key = `${row.organisation_id} ${row.environment}`;
    const found = ledgers.get(key) ?? { owed: 0n, held: 0n };
    ledgers.set(key, found);
    return found;
  };
  const byBooking = Map.groupBy(entries, ({ booking_id }) => booking_id);
  const known = new Set(bookings.map(({ booking_id }) => booking_id));
  for (const booking of bookings) {
    if (booking.billing === null) continue;
    const own = byBooking.get(booking.booking_id) ?? [];
    const { owed, held } = expectedOf(booking, own);
    at(booking).owed += owed;
    at(booking).held += held;
    if (own.filter(({ kind }) => kind === 'HOLD').length !== 1)
      faults.push(`I9: ${booking.client_reference} has no hold, or more than one`);
  }
  for (const entry of entries) {
    const sign = entry.credit === 'PARTNER' ? -1n : 1n;
    if (entry.booking_id === null) at(entry).owed += sign * BigInt(entry.amount_minor);
    else if (!known.has(entry.booking_id))
      faults.push(`I9: ${entry.kind} of ${entry.booking_id}, which is no booking`);
  }
  for (const [key, { owed, held }] of ledgers) {
    const stripes = balances.filter(row => `${row.organisation_id} ${row.environment}` === key);
    const sum = (name: 'owed_minor' | 'held_minor') =>
      stripes.reduce((all, row) => all + BigInt(row[name]), 0n);
    const shown = `${sum('owed_minor')} and ${sum('held_minor')}`;
    const own = entries.filter(row => `${row.organisation_id} ${row.environment}` === key);
    const posted = `${changeOf(own, 'PARTNER')} and ${changeOf(own, 'HELD')}`;
    if (shown !== posted) faults.push(`I9: ${key} owes and holds ${shown}, and its entries say ${posted}`);
    if (shown !== `${owed} and ${held}`)
      faults.push(
        `I9: ${key} owes and holds ${shown}, and its bookings and payments say ${owed} and ${held}`,
      );
  }
  return faults;
}

function changeOf(entries: readonly LedgerEntryRow[], account: string): bigint {
  let sum = 0n;
  for (const { debit, credit, amount_minor } of entries) {
    if (debit === account) sum += BigInt(amount_minor);
    if (credit === account) sum -= BigInt(amount_minor);
  }
  return sum;
}

/** Returns what the partner should owe for the booking now, and how much should be held. */
function expectedOf(booking: Booking, own: readonly LedgerEntryRow[]): { owed: bigint; held: bigint } {
  const owes = (minor: number) => ({ owed: inBillingCurrency(booking, minor), held: 0n });
  const nothing = { owed: 0n, held: 0n };
  switch (booking.status) {
    case 'CONFIRMED':
    case 'COMPLETED':
    case 'NO_SHOW':
      return owes(booking.net_minor);
    case 'REJECTED':
      return nothing;
    case 'CANCELLED':
      return booking.status_reason === 'BY_HOTEL' || booking.status_reason === 'BY_PROVIDER'
        ? nothing
        : owes(booking.penalty_minor ?? 0);
    default: {
      // The hold or the charge stays, whichever exists.
      if (own.some(({ kind }) => kind === 'CHARGE')) return owes(booking.net_minor);
      const hold = own.find(({ kind }) => kind === 'HOLD');
      return { owed: 0n, held: BigInt(hold?.amount_minor ?? -1) };
    }
  }
}

/** Rounds half up, using the decimal digits. */
function inBillingCurrency({ billing, currency, content }: Booking, minor: number): bigint {
  if (content.payment.type === 'PAY_AT_PROPERTY') return 0n;
  if (!billing || billing.rate === null) return BigInt(minor);
  const [whole = '', fraction = ''] = billing.rate.split('.');
  const shift = minorUnits(billing.currency) - minorUnits(currency) - fraction.length;
  const product = BigInt(minor) * BigInt(whole + fraction);
  if (shift >= 0) return product * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  return (2n * product + divisor) / (2n * divisor);
}

export async function eachBalance(db: Database): Promise<string[]> {
  return checkBalances({
    bookings: await db<Booking[]>`SELECT * FROM booking`,
    entries: await db<LedgerEntryRow[]>`SELECT * FROM ledger_entry`,
    balances: await db<LedgerBalanceRow[]>`SELECT * FROM ledger_balance`,
  });
}
