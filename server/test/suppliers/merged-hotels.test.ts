/** Tests quotes whose hotel is merged into another catalogue hotel before they are booked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeHotels } from '../catalogue-builder.ts';
import { hotelOf } from './connected-suppliers.ts';
import { type SupplierApp, supplierApp } from './supplier-app.ts';

/** Longer than the service takes to notice a changed catalogue. */
const FOLLOWED_MS = 6_000;

let app: SupplierApp;

beforeAll(async () => {
  app = await supplierApp();
  await writeHotels(app.app.database.ownerDb, 'sandbox', [
    { hotelId: 'htl_survivor', timeZone: 'Europe/Madrid' },
  ]);
});
afterAll(() => app?.close());

test.each(['liteapi', 'hotelbeds', 'rapid'] as const)(
  'a quote from %s is booked with the hotel id in the quote after the hotel was merged into another one',
  async code => {
    const hotelId = hotelOf({ code });
    const quote = await app.quoted(code);
    const merge = { environment: 'sandbox', hotelId, into: 'htl_survivor' };
    expect((await app.app.operate('mapping/merge', merge)).status).toBe(200);
    // Until the service has noticed the merge, the booking is refused and nothing is sent.
    const book = async () => {
      await app.time.leap(FOLLOWED_MS);
      const { json } = await app.call('booking', app.bookingOf(quote.json));
      return json.booking && [json.booking.status, json.booking.hotel.hotelId];
    };
    await expect.poll(book).toEqual(['CONFIRMED', hotelId]);
  },
);
