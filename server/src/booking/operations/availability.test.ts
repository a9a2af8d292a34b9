import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp, STAY } from '../../../test/booking-app.ts';

let booking: BookingApp;

beforeAll(async () => {
  booking = await bookingApp();
});

afterAll(() => booking.close());

test('a search finds offers of every provider and says who was asked', async () => {
  const { status, json } = await booking.search('ok');
  expect(status).toBe(200);
  expect(json.complete).toBe(true);
  const asked = json.providers.map((each: { code: string; status: string }) => `${each.code} ${each.status}`);
  expect(asked.filter((each: string) => each.startsWith('test-'))).toEqual([
    'test-1 OK',
    'test-2 OK',
    'test-3 OK',
  ]);
  expect(json.hotels).toHaveLength(1);
  expect(json.hotels[0].hotelId).toBe(scenarioHotelId('ok'));
  expect(json.hotels[0].fromPrice).toEqual(json.hotels[0].offers[0].price.net);
  expect(json.echo).toMatchObject({ ...STAY, nights: 3, currency: 'EUR', sort: 'RANK' });
});
