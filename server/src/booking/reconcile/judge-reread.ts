/** Decides what rereading a confirmed booking at the provider means. Pure. */
import type { Booking } from '../bookings/booking.ts';
import type { BookingChange } from '../bookings/change-booking.ts';
import { compareReservation } from '../bookings/outcomes/compare-reservation.ts';
import { SETTLED } from '../bookings/outcomes/judge-booked.ts';
import type { Found } from '../port/outcomes.ts';

/** Returns undefined if nothing has changed. `isSettled` means that the supplier has had enough time to show the reservation. */
export function judgeReread(booking: Booking, found: Found, isSettled: boolean): BookingChange | undefined {
  if (booking.status !== 'CONFIRMED') return undefined;
  if (found.kind === 'ABSENT') return isSettled ? attention(booking, { cause: 'ABSENT' }) : undefined;
  if (found.kind !== 'FOUND') return undefined;
  if (found.state === 'CANCELLED' || found.state === 'REFUSED') {
    const reason = found.cancelledBy === 'HOTEL' ? 'BY_HOTEL' : 'BY_PROVIDER';
    return {
      event: { kind: 'CANCELLED', reason },
      set: { ...SETTLED, cancelled: true, penalty_minor: 0 },
    };
  }
  const differences = compareReservation(booking, found);
  if (differences.length > 0) return attention(booking, { cause: 'CONTRADICTORY', differences });
  if (found.hotelRef !== null && found.hotelRef !== booking.hotel_confirmation) {
    return { event: { kind: 'HOTEL_CONFIRMED' }, set: { hotel_confirmation: found.hotelRef } };
  }
  return undefined;
}

function attention(booking: Booking, note: unknown): BookingChange | undefined {
  if (booking.needs_attention) return undefined;
  return { event: { kind: 'ATTENTION_REQUIRED' }, set: { needs_attention: true }, note };
}
