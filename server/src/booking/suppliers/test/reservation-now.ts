/** Pure. What has become of a reservation by now: what hotels do later follows from the scenario and the time alone. */
import type { Found, FoundState, Reservation } from '../../port/outcomes.ts';
import type { LedgerReservation } from './ledger-store.ts';
import { hashOf } from './sale/steady-choice.ts';

/** Hotels take so long to confirm, refuse, number or cancel. */
export const HOTEL_ACTS_AFTER_MS = 20_000;
/** Well after two checks in vain and the time to settle: the reservation was given up long ago. */
export const TURNS_UP_AFTER_MS = 150_000;

/** Nobody finds HIDDEN; whoever asks for SILENT hears nothing. */
export type ReservationNow = { kind: 'HIDDEN' } | { kind: 'SILENT' } | Extract<Found, { kind: 'FOUND' }>;

export function reservationNow(row: LedgerReservation): ReservationNow {
  const ageMs = row.nowMs - row.createdAtMs;
  if (row.scenario === 'book.timeout_forever') return { kind: 'SILENT' };
  if (row.scenario === 'book.late_confirmation' && ageMs < TURNS_UP_AFTER_MS) return { kind: 'HIDDEN' };
  const state = stateAt(row, ageMs);
  const isByHotel = state === 'CANCELLED' && row.cancelledAtMs === null;
  return {
    kind: 'FOUND',
    state,
    ...(isByHotel && { cancelledBy: 'HOTEL' }),
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

/** Only of a reservation that the hotel has taken. */
function hotelRefAt({ scenario, reference, state }: LedgerReservation, now: FoundState, ageMs: number) {
  const isTaken = state === 'BOOKED' ? true : now === 'BOOKED';
  const isLate = scenario === 'book.confirmation_number_later' && ageMs < HOTEL_ACTS_AFTER_MS;
  return isTaken && !isLate ? `HC${hashOf(reference)}` : null;
}

function reservationOf(row: LedgerReservation, hotelRef: string | null): Reservation {
  const { supplierRef, hotelId, checkIn, checkOut, currency, netMinor } = row;
  return { supplierRef, hotelId, checkIn, checkOut, currency, netMinor, hotelRef };
}
