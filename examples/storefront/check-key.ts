/** Checks at the start that the key has all scopes that the shop needs, so that no visitor finds out during a booking. */
import { ForbiddenError, NotFoundError, type Serai } from '@serai/sdk';
import { inDays } from './stay.ts';

/**
 * Returns the reasons why the key cannot be used, and throws if Serai cannot be reached. A key cannot list its scopes,
 * so this sends one request for each. The hotel, offer, quote and booking in them do not exist: Serai responds with 404
 * and asks no hotel.
 */
export async function checkKey(serai: Serai): Promise<string[]> {
  const guest = { firstName: 'No', lastName: 'Guest' };
  const requests = [
    serai.content.boards(),
    serai.bookings.list({ page: { limit: 1 } }),
    serai.hotels.availability({
      hotelIds: ['htl_none'],
      checkIn: inDays(30),
      checkOut: inDays(31),
      occupancies: [{ adults: 1 }],
    }),
    serai.hotels.quote({ offerId: 'off_none' }),
    serai.bookings.create({
      quoteId: 'quo_none',
      clientReference: 'SHOP-CHECK',
      holder: guest,
      rooms: [{ roomRef: 1, guests: [{ type: 'ADULT', ...guest }] }],
      expectedPrice: { amount: '0.00', currency: 'EUR' },
    }),
    serai.bookings.quoteCancellation({ bookingId: 'bkg_none' }),
  ];
  const problems: string[] = [];
  for (const each of await Promise.allSettled(requests)) {
    if (each.status === 'fulfilled' || each.reason instanceof NotFoundError) continue;
    if (!(each.reason instanceof ForbiddenError)) throw each.reason;
    problems.push(each.reason.message);
  }
  return problems;
}
