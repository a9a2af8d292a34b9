/** The bookings whose people an operator means. */
import { type guestChoice, MAX_GUEST_BOOKINGS } from '@serai/contract/account/guests.ts';
import type { z } from 'zod';
import { ApiError } from '../../../../platform/api-error.ts';
import { requireConfirmed } from '../../../../platform/operations/operator/caller-checks.ts';
import type { OperatorContext } from '../../../../platform/operations/operator/operator-handler.ts';
import type { Booking } from '../../../bookings/booking.ts';
import { listChosenBookings } from '../../../guests/erase-store.ts';
import type { OperatorParts } from '../operator-parts.ts';

type Choice = z.output<ReturnType<typeof guestChoice>>;

/** How many of one last name are looked at a time: the address is sealed and has to be opened. */
const PORTION = 500;

/**
 * At least one, or 404. Of production only for a caller who proved a moment ago who they are. Those that come first stand before
 * the others, so that others never keep a caller from them.
 */
export async function chooseBookings(
  { safe }: Pick<OperatorParts, 'safe'>,
  context: OperatorContext,
  { holder, ...choice }: Choice,
  comesFirst: (booking: Booking) => boolean = () => true,
): Promise<{ bookings: Booking[]; hasMore: boolean }> {
  const { db, organisationId } = context;
  const holderMark = holder && safe.holderMark(organisationId, holder.lastName);
  const email = holder?.email.toLowerCase();
  const first: Booking[] = [];
  const others: Booking[] = [];
  let after = '';
  while (first.length <= MAX_GUEST_BOOKINGS) {
    const found = await listChosenBookings(db, {
      ...choice,
      organisationId,
      holderMark,
      after,
      limit: PORTION,
    });
    const isTheirs = (booking: Booking) =>
      email === undefined || safe.openPeople(booking)?.holder.email?.toLowerCase() === email;
    for (const booking of found.filter(isTheirs)) {
      if (comesFirst(booking)) first.push(booking);
      else if (others.length <= MAX_GUEST_BOOKINGS) others.push(booking);
    }
    if (found.length < PORTION) break;
    after = (found.at(-1) as Booking).booking_id;
  }
  const all = [...first, ...others];
  const bookings = all.slice(0, MAX_GUEST_BOOKINGS);
  if (bookings.length === 0) {
    throw new ApiError('BOOKING_NOT_FOUND', 'There is no such booking in this organisation.');
  }
  if (bookings.some(({ environment }) => environment === 'production')) requireConfirmed(context);
  return { bookings, hasMore: all.length > MAX_GUEST_BOOKINGS };
}
