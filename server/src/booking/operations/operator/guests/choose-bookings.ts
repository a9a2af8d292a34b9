/** The bookings whose people an operator means. */
import type { guestChoice } from '@serai/contract/account/guests/guest-choice.ts';
import { MAX_GUEST_BOOKINGS } from '@serai/contract/account/guests/guest-choice.ts';
import type { z } from 'zod';
import { ApiError } from '../../../../platform/api-error.ts';
import type { OperatorContext } from '../../../../platform/operations/operator/operator-handler.ts';
import { requireConfirmed } from '../../../../platform/operations/operator/require-confirmed.ts';
import type { Booking } from '../../../bookings/booking.ts';
import { listChosenBookings } from '../../../guests/erase-store.ts';
import type { OperatorParts } from '../operator-parts.ts';

type Choice = z.output<ReturnType<typeof guestChoice>>;

/** How many of one last name are looked at a time: the address is sealed and has to be opened. */
const PORTION = 500;

/** At least one, or 404. Of production only for a caller who proved a moment ago who they are. */
export async function chooseBookings(
  { db, safe }: Pick<OperatorParts, 'db' | 'safe'>,
  context: OperatorContext,
  { holder, ...choice }: Choice,
): Promise<{ bookings: Booking[]; hasMore: boolean }> {
  const { organisationId } = context;
  const holderMark = holder && safe.holderMark(organisationId, holder.lastName);
  const email = holder?.email.toLowerCase();
  const bookings: Booking[] = [];
  let after = '';
  while (bookings.length <= MAX_GUEST_BOOKINGS) {
    const found = await listChosenBookings(db, {
      ...choice,
      organisationId,
      holderMark,
      after,
      limit: PORTION,
    });
    const isTheirs = (booking: Booking) =>
      email === undefined || safe.openPeople(booking)?.holder.email?.toLowerCase() === email;
    bookings.push(...found.filter(isTheirs));
    if (found.length < PORTION) break;
    after = (found.at(-1) as Booking).booking_id;
  }
  if (bookings.length === 0) {
    throw new ApiError('BOOKING_NOT_FOUND', 'There is no such booking in this organisation.');
  }
  if (bookings.some(({ environment }) => environment === 'production')) requireConfirmed(context);
  return {
    bookings: bookings.slice(0, MAX_GUEST_BOOKINGS),
    hasMore: bookings.length > MAX_GUEST_BOOKINGS,
  };
}
