/**
 * Tests offers whose tokens expire between the search and the quote: the supplier is searched again for the same rate.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/platform/time/civil-date.ts';
import { CHECK_IN } from '../booking-app.ts';
import { type SupplierApp, supplierApp } from './supplier-app.ts';

const ALL = ['liteapi', 'hotelbeds', 'rapid'] as const;
const MINUTE_MS = 60_000;
/**
 * Together longer than the lifetime of any supplier's tokens. An offer from the cache can be quoted for half an hour.
 */
const BEFORE_CACHED_SEARCH_MS = 25 * MINUTE_MS;
const BEFORE_QUOTE_MS = 10 * MINUTE_MS;

let app: SupplierApp;
let days = 0;

beforeAll(async () => {
  app = await supplierApp();
});
afterAll(() => app?.close());

async function offerWithoutTokens(code: (typeof ALL)[number]) {
  days += 1;
  const checkIn = addDays(CHECK_IN, days);
  const stay = { checkIn, checkOut: addDays(checkIn, 3) };
  await app.find([code], stay);
  await app.time.leap(BEFORE_CACHED_SEARCH_MS);
  const { json } = await app.find([code], stay);
  expect(json.providers.find((one: { code: string }) => one.code === code).source).toBe('CACHE');
  await app.time.leap(BEFORE_QUOTE_MS);
  return json.hotels[0].offers[0];
}

describe.each(ALL)('%s', code => {
  test('a quote for an offer whose tokens have expired searches once more and returns the same rate', async () => {
    const offer = await offerWithoutTokens(code);
    const before = app.countOf(code, 'search');
    const { status, json } = await app.call('prebooking', { offerId: offer.offerId });
    expect(status).toBe(200);
    expect(json.offer.price.net).toEqual(offer.price.net);
    expect(json.offer.rooms.map((room: { name: string }) => room.name)).toEqual(
      offer.rooms.map((room: { name: string }) => room.name),
    );
    expect(app.countOf(code, 'search')).toBe(before + 1);
    const booked = await app.call('booking', app.bookingOf(json));
    await app.pass(MINUTE_MS, 5_000);
    const { bookingId } = booked.json.booking;
    expect((await app.call('bookingdetail', { bookingId })).json.booking.status).toBe('CONFIRMED');
  });

  test('a quote for an offer whose tokens have expired is refused if the rate no longer exists', async () => {
    const { offerId } = await offerWithoutTokens(code);
    app.suppliers[code].setSoldOut(true);
    const { status, json } = await app.call('prebooking', { offerId });
    app.suppliers[code].setSoldOut(false);
    expect([status, json.error.code]).toEqual([409, 'OFFER_NOT_AVAILABLE']);
  });
});
