/**
 * Determines the ledger entries that follow from a change of a booking. Entries are the difference between what
 * the new state requires and what the booking has posted so far. If a node of an earlier version changed the
 * booking, the next change therefore also posts the missing entries. Pure.
 */
import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import { convertMinor } from '../../platform/money/convert-minor.ts';
import type { EntryKind } from './entry-kinds.ts';

export interface BillingTerms {
  currency: string;
  /** Null if the booking has the same currency. */
  rate: string | null;
}

/** Amounts in minor units of the billing currency. Null if there is no such entry. */
interface Posted {
  held: number | null;
  charged: number | null;
  penalty: number | null;
}

export interface Bill extends BillingTerms, Posted {}

export interface BilledBooking {
  status: BookingState;
  currency: string;
  netMinor: number;
  penaltyMinor: number;
  isPayable: boolean;
}

export interface Posting {
  bill: Bill;
  entries: { kind: BookingEntryKind; amountMinor: number }[];
}

type BookingEntryKind = Extract<EntryKind, 'HOLD' | 'RELEASE' | 'CHARGE' | 'REFUND' | 'PENALTY'>;

const NOTHING: Posted = { held: null, charged: null, penalty: null };

/** What each state requires in the ledger. KEEP: the hold, charge or penalty stays as it is. */
const REQUIRED: Readonly<Record<BookingState, 'KEEP' | 'CHARGE' | 'NOTHING' | 'PENALTY'>> = {
  PENDING: 'KEEP',
  ON_REQUEST: 'KEEP',
  CANCEL_PENDING: 'KEEP',
  CONFIRMED: 'CHARGE',
  COMPLETED: 'CHARGE',
  NO_SHOW: 'CHARGE',
  // Also applies to a late confirmation, until staff keep it.
  REJECTED: 'NOTHING',
  CANCELLED: 'PENALTY',
};

/** `highestMinor` is the net price plus the partner's tolerance. */
export function holdFor(terms: BillingTerms, booking: BilledBooking & { highestMinor: number }): Posting {
  const held = amountOf(terms, booking, booking.highestMinor);
  return {
    bill: { ...terms, ...NOTHING, held },
    entries: [{ kind: 'HOLD', amountMinor: held }],
  };
}

/** Returns undefined if nothing changes. */
export function entriesFor(bill: Bill, booking: BilledBooking): Posting | undefined {
  const required = requiredFor(bill, booking);
  const entries: Posting['entries'] = [];
  const add = (kind: BookingEntryKind, amountMinor: number | null) => {
    if (amountMinor !== null) entries.push({ kind, amountMinor });
  };
  if (bill.held !== required.held) add('RELEASE', bill.held);
  if (bill.charged !== required.charged) {
    add('REFUND', bill.charged);
    add('CHARGE', required.charged);
  }
  if (bill.penalty !== required.penalty) {
    add('REFUND', bill.penalty);
    add('PENALTY', required.penalty);
  }
  return entries.length === 0 ? undefined : { bill: { ...bill, ...required }, entries };
}

function requiredFor(bill: Bill, booking: BilledBooking): Posted {
  switch (REQUIRED[booking.status]) {
    case 'KEEP': {
      const { held, charged, penalty } = bill;
      return { held, charged, penalty };
    }
    case 'CHARGE':
      return { ...NOTHING, charged: amountOf(bill, booking, booking.netMinor) };
    case 'NOTHING':
      return NOTHING;
    case 'PENALTY': {
      const penalty = amountOf(bill, booking, booking.penaltyMinor);
      return { ...NOTHING, penalty: penalty === 0 ? null : penalty };
    }
  }
}

/** Converts an amount to the billing currency, rounded half up. The amount is 0 if the guest pays at the property. */
function amountOf({ currency, rate }: BillingTerms, booking: BilledBooking, minor: number): number {
  if (!booking.isPayable) return 0;
  return rate === null ? minor : convertMinor(minor, { from: booking.currency, to: currency, rate });
}
