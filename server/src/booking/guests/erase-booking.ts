/** Destroys what names people in a booking. Its skeleton stays, and says that this happened. */
import { FINAL_STATES } from '@serai/contract/booking/booking-states.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Booking } from '../bookings/booking.ts';
import { lockBooking } from '../bookings/booking-store.ts';
import { changeBooking } from '../bookings/change-booking.ts';
import type { PeopleSafe } from '../bookings/people.ts';
import { eraseTraces } from './erase-store.ts';

type Cause = NonNullable<Booking['erased_because']>;

/** Why the guests must be kept for now; undefined when they need not. */
export function reasonToKeep({ status, needs_attention }: Booking): string | undefined {
  if (!(FINAL_STATES as readonly string[]).includes(status)) {
    return status === 'CONFIRMED'
      ? 'The stay is not over. Its guests can be erased the day after check-out, or once it is cancelled.'
      : `The booking is ${status}: its outcome is still open.`;
  }
  return needs_attention ? 'The booking waits for a person. Settle it first.' : undefined;
}

/**
 * In a transaction that locks the booking first. `mayErase` is asked behind the lock and throws or answers false. Answers the
 * booking as it is then, erased before or now.
 */
export async function eraseBooking(
  tx: Database,
  safe: PeopleSafe,
  { bookingId, cause, mayErase }: { bookingId: string; cause: Cause; mayErase(booking: Booking): boolean },
): Promise<Booking> {
  const before = await lockBooking(tx, bookingId);
  if (before.erased_at !== null || !mayErase(before)) return before;
  // First, so that the event of the erasure itself stays.
  await eraseTraces(tx, before);
  return changeBooking(tx, safe, before, {
    event: { kind: 'GUESTS_ERASED' },
    actor: cause === 'REQUEST' ? 'OPERATOR' : 'SERVICE',
    set: { erased_because: cause },
  });
}
