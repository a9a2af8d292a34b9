/** The current state of a reservation. The scenario and the elapsed time determine what the hotel does after booking. Pure. */
import type { Found, FoundState, Reservation } from '../../port/outcomes.ts';
import type { LedgerReservation } from './ledger-store.ts';
import { hashOf } from './sale/stable-hash.ts';

/** How long hotels take to confirm, reject, cancel or assign a confirmation number. */
export const HOTEL_ACTS_AFTER_MS = 20_000;
/** Long after the booking has been rejected, which takes two lookups that find nothing, and the settle time. */
export const APPEARS_AFTER_MS = 150_000;

/** HIDDEN: no lookup finds it. SILENT: every lookup times out. */
export type CurrentReservation = { kind: 'HIDDEN' } | { kind: 'SILENT' } | Extract<Found, { kind: 'FOUND' }>;

export function currentReservation(row: LedgerReservation): CurrentReservation {
  const ageMs = row.nowMs - row.createdAtMs;
  if (row.scenario === 'book.timeout_forever') return { kind: 'SILENT' };
  if (row.scenario === 'book.late_confirmation' && ageMs < APPEARS_AFTER_MS) return { kind: 'HIDDEN' };
  const state = stateAt(row, ageMs);
  const isByHotel = state === 'CANCELLED' && row.cancelledAtMs === null;
  return {
    kind: 'FOUND',
    state,
    // A hotel that cancels charges nothing. Otherwise the penalty follows from the booked terms.
    ...(isByHotel && { cancelledBy: 'HOTEL', penaltyMinor: 0 }),
    ...reservationOf(row, hotelRefAt(row, state, ageMs)),
  };
}

function stateAt({ scenario, state, cancelledAtMs }: LedgerReservation, ageMs: number): FoundState {
  if (cancelledAtMs !== null) return 'CANCELLED';
  if (ageMs < HOTEL_ACTS_AFTER_MS) return state;
  if (scenario === 'book.cancelled_by_hotel') return 'CANCELLED';
  if (state === 'BOOKED') return 'BOOKED';
  return scenario === 'book.on_request_reject' ? 'REFUSED' : 'BOOKED';
}

/** Set only once the hotel has accepted the reservation. */
function hotelRefAt({ scenario, reference, state }: LedgerReservation, now: FoundState, ageMs: number) {
  const isAccepted = state === 'BOOKED' ? true : now === 'BOOKED';
  const isLate = scenario === 'book.confirmation_number_later' && ageMs < HOTEL_ACTS_AFTER_MS;
  return isAccepted && !isLate ? `HC${hashOf(reference)}` : null;
}

function reservationOf(row: LedgerReservation, hotelRef: string | null): Reservation {
  const { supplierRef, hotelId, checkIn, checkOut, currency, netMinor } = row;
  const payableThrough = PAYABLE_THROUGH[row.provider];
  return { supplierRef, hotelId, checkIn, checkOut, currency, netMinor, hotelRef, payableThrough };
}

/** Only one of the test providers requires a text on its vouchers. */
const PAYABLE_THROUGH: Readonly<Record<string, string>> = {
  'test-3': 'Payable through Test Provider 3, acting as agent for the hotel. No payment is due on site.',
};
