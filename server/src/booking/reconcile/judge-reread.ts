/** Decides what rereading a confirmed booking at the provider means. Pure. */
import type { Booking } from '../bookings/booking.ts';
import type { BookingChange } from '../bookings/change-booking.ts';
import { compareReservation } from '../bookings/outcomes/compare-reservation.ts';
import { compareTerms, termsChanged } from '../bookings/outcomes/compare-terms.ts';
import { cancelledByOthers, roomsDiffer } from '../bookings/outcomes/judge-found.ts';
import { type Found, hasMixedRooms } from '../port/outcomes.ts';

interface RereadTime {
  nowMs: number;
  /** Whether the supplier has had enough time to show the reservation. */
  isSettled: boolean;
}

/** Returns undefined if nothing has changed. */
export function judgeReread(
  booking: Booking,
  found: Found,
  { nowMs, isSettled }: RereadTime,
): BookingChange | undefined {
  if (booking.status !== 'CONFIRMED') return undefined;
  if (found.kind === 'ABSENT') return isSettled ? attention(booking, { cause: 'ABSENT' }) : undefined;
  if (found.kind !== 'FOUND') return undefined;
  if (hasMixedRooms(found)) return attention(booking, roomsDiffer(found));
  if (found.state === 'CANCELLED' || found.state === 'REFUSED') return cancelledByOthers(booking, found);
  const differences = compareReservation(booking, found);
  if (differences.length > 0) return attention(booking, { cause: 'CONTRADICTORY', differences });
  const changedTerms = compareTerms(booking, found, nowMs);
  if (changedTerms.length > 0) {
    const change = attention(booking, termsChanged(changedTerms));
    if (change !== undefined) return change;
  }
  if (found.hotelRef !== null && found.hotelRef !== booking.hotel_confirmation) {
    return { event: { kind: 'HOTEL_CONFIRMED' }, set: { hotel_confirmation: found.hotelRef } };
  }
  return undefined;
}

function attention(booking: Booking, note: unknown): BookingChange | undefined {
  if (booking.needs_attention) return undefined;
  return { event: { kind: 'ATTENTION_REQUIRED' }, set: { needs_attention: true }, note };
}
