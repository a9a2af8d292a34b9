/** For a booking whose job was given up: without it nothing goes on by itself, so that a person has to look. */
import type { Database } from '../../platform/database/connect.ts';
import { standingOf } from '../bookings/booking.ts';
import { lockBooking } from '../bookings/booking-store.ts';
import { changeBooking } from '../bookings/change-booking.ts';
import type { PeopleSafe } from '../bookings/people.ts';
import { findTransition } from '../bookings/transitions.ts';

/** One that is over is left alone. */
export async function callPerson(tx: Database, safe: PeopleSafe, bookingId: string): Promise<void> {
  const booking = await lockBooking(tx, bookingId);
  const event = { kind: 'ATTENTION_REQUIRED' } as const;
  const isOver = booking.status === 'CANCELLED' || !findTransition(standingOf(booking), event);
  if (isOver || booking.needs_attention) return;
  const note = { cause: 'JOB_GIVEN_UP' };
  await changeBooking(tx, safe, booking, { event, set: { needs_attention: true }, note });
}
