/** How a booking and what its supplier holds now differ. Pure. */
import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import type { Found, FoundState } from '../../port/outcomes.ts';
import type { Booking } from '../booking.ts';
import { compareReservation, type Difference } from './compare-reservation.ts';

/** What a supplier's state is called here. */
const STATES: Readonly<Record<FoundState | 'ABSENT', BookingState>> = {
  BOOKED: 'CONFIRMED',
  ON_REQUEST: 'ON_REQUEST',
  CANCELLED: 'CANCELLED',
  REFUSED: 'REJECTED',
  ABSENT: 'REJECTED',
};

/** States in which the supplier holds the same as after a stay that took place. */
const HELD: ReadonlySet<BookingState> = new Set(['CONFIRMED', 'COMPLETED', 'NO_SHOW']);

/** Undefined where the supplier could not tell. */
export function compareLive(booking: Booking, found: Found): Difference[] | undefined {
  if (found.kind === 'FAILED' || found.kind === 'INCOMPLETE') return undefined;
  const live = STATES[found.kind === 'FOUND' ? found.state : 'ABSENT'];
  const isSame = live === booking.status || (live === 'CONFIRMED' && HELD.has(booking.status));
  const differences: Difference[] = isSame ? [] : [{ field: 'status', recorded: booking.status, live }];
  if (found.kind === 'FOUND' && (live === 'CONFIRMED' || live === 'ON_REQUEST')) {
    differences.push(...compareReservation(booking, found));
    if (found.hotelRef !== booking.hotel_confirmation) {
      const field = 'hotelConfirmationNumber';
      differences.push({ field, recorded: booking.hotel_confirmation, live: found.hotelRef });
    }
  }
  return differences;
}
