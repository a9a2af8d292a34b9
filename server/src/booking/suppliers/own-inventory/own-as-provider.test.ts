import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CHECK_IN, CHECK_OUT } from '../../../../test/booking-app.ts';
import { testDatabase } from '../../../../test/database.ts';
import { CITY_HOTELS, LIVE_HOTEL, searchApp } from '../../../../test/search-app.ts';
import type { HttpAnswer } from '../../../../test/test-app.ts';
import { addDays } from '../../../platform/time/civil-date.ts';
import { importInventory } from './files/import-inventory.ts';

const database = await testDatabase();
const search = await searchApp({ database });
const folder = mkdtempSync(join(tmpdir(), 'serai-own-service-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await search.close();
});

async function load(
  environment: 'sandbox' | 'production',
  hotelId: string,
  total: number,
  { board = 'BB', amount = '5.05' } = {},
): Promise<void> {
  const range = { hotelId, roomCode: 'DBL', from: CHECK_IN, to: CHECK_OUT };
  const room = { roomCode: 'DBL', baseOccupancy: 2, maxAdults: 2, maxChildren: 1, maxTotal: 3 };
  const plan = {
    code: 'FLEX',
    name: { en: 'Flexible' },
    board,
    priceModel: 'PER_ROOM',
    rooms: ['DBL'],
  };
  const policy = {
    code: 'WEEK',
    rules: [{ daysBefore: 7, penalty: { nights: 1 } }],
    noShow: { percent: '100' },
  };
  const lines = [
    {
      ...{ type: 'property', hotelId, currency: 'EUR', rooms: [room], cancellationPolicies: [policy] },
      plans: [{ ...plan, cancellationPolicy: 'WEEK' }],
    },
    { type: 'allotment', ...range, total },
    { type: 'rate', ...range, planCode: 'FLEX', amount },
  ];
  const file = join(folder, 'inventory.jsonl');
  writeFileSync(file, lines.map(line => JSON.stringify(line)).join('\n'));
  const fail = (text: string) => expect.fail(text);
  await importInventory(database.db, {
    ...{ file, environment, dryRun: false, onProblem: fail, onExcess: fail, onProgress: () => {} },
    onWarning: () => {},
  });
}

const statusOf = ({ json }: HttpAnswer, code: string) =>
  json.providers.find((one: { code: string }) => one.code === code)?.status;

it('own inventory can be searched, quoted with a hold, booked and cancelled like any other provider', async () => {
  await load('production', LIVE_HOTEL, 2);
  const key = search.liveKey;
  const find = () => search.find({ hotelIds: [LIVE_HOTEL] }, key);
  const left = async () => (await find()).json.hotels[0]?.offers[0]?.rooms[0]?.allotment;
  const found = await find();
  expect([found.status, statusOf(found, 'own'), found.json.complete]).toEqual([200, 'OK', true]);
  const [offer] = found.json.hotels[0].offers;
  expect([offer.price.net.amount, offer.board.code ?? offer.board]).toEqual(['15.15', 'BB']);

  const quoted = await search.call('prebooking', { offerId: offer.offerId }, { key });
  expect([quoted.status, quoted.json.status, quoted.json.inventoryHeld]).toEqual([200, 'AVAILABLE', true]);
  expect(await left()).toBe(1);
  const booked = await search.call('booking', search.bookingOf(quoted.json), { key });
  expect([booked.status, booked.json.booking.status]).toEqual([200, 'CONFIRMED']);
  expect(await left()).toBe(1);

  const { bookingId } = booked.json.booking;
  const price = await search.app.operate('bookings/cancel', { bookingId, mode: 'QUOTE' });
  expect(price.json).toMatchObject({
    penalty: { amount: '0.00' },
    providerPenalty: { amount: '0.00', currency: 'EUR' },
  });
  const cancelled = await search.call('cancel', { bookingId }, { key });
  expect([cancelled.status, cancelled.json.booking.status]).toEqual([200, 'CANCELLED']);
  expect(await left()).toBe(2);
});

it('rooms held for a quote are freed immediately when it can no longer be booked', async () => {
  await load('production', LIVE_HOTEL, 2);
  const key = search.liveKey;
  const offer = async () => (await search.find({ hotelIds: [LIVE_HOTEL] }, key)).json.hotels[0].offers[0];
  const holds = () => database.ownerDb`SELECT FROM inventory_hold`;
  const { offerId } = await offer();
  const quoted = await search.call('prebooking', { offerId }, { key });
  expect([quoted.json.inventoryHeld, (await offer()).rooms[0].allotment]).toEqual([true, 1]);

  await load('production', LIVE_HOTEL, 2, { amount: '9.09' });
  const booked = await search.call('booking', search.bookingOf(quoted.json), { key });
  expect([booked.status, booked.json.error.code]).toEqual([409, 'PRICE_CHANGED']);
  await expect.poll(holds).toHaveLength(0);
  expect((await offer()).rooms[0].allotment).toBe(2);

  const { offerId: other } = await offer();
  await load('production', LIVE_HOTEL, 2, { board: 'HB' });
  const gone = await search.call('prebooking', { offerId: other }, { key });
  expect([gone.status, gone.json.error.code]).toEqual([409, 'OFFER_NOT_AVAILABLE']);
  await expect.poll(holds).toHaveLength(0);
  expect((await offer()).rooms[0].allotment).toBe(2);
});

it('own inventory is sold only in its own environment', async () => {
  const hotelId = CITY_HOTELS[0] as string;
  await load('sandbox', hotelId, 3);
  const response = await search.find({ hotelIds: [hotelId] });
  expect(statusOf(response, 'own')).toBe('OK');
  expect(response.json.hotels[0].fromPrice.amount).toBe('15.15');
  expect(statusOf(await search.find({ hotelIds: [CITY_HOTELS[1]] }), 'own')).toBe('SKIPPED');
  const live = await search.find({ hotelIds: [hotelId] }, search.liveKey);
  expect(live.json.hotels).toEqual([]);
});

const hotelId = CITY_HOTELS[2] as string;
const neighbour = CITY_HOTELS[3] as string;
const TEST_PROVIDERS = ['test-1', 'test-2', 'test-3'];
const include = ['unavailable', 'duplicates'];
const find = (fields: object = {}) => search.find({ hotelIds: [hotelId], include, ...fields });
const amounts = ({ json }: HttpAnswer) =>
  json.hotels[0]?.offers.map((offer: { price: { net: { amount: string } } }) => offer.price.net.amount);

it('a sandbox hotel with own inventory is sold only from own inventory, even right after a search with test providers', async () => {
  const before = await find();
  expect(TEST_PROVIDERS.map(code => statusOf(before, code))).toEqual(['OK', 'OK', 'OK']);
  await load('sandbox', hotelId, 1);
  const after = await find();
  expect(amounts(after)).toEqual(['15.15']);
  expect(after.json.complete).toBe(true);
  const statuses = TEST_PROVIDERS.map(code => statusOf(after, code));
  expect(statuses).toEqual(['SKIPPED', 'SKIPPED', 'SKIPPED']);
});

it('a sandbox hotel with own inventory has no offers once its last room is sold', async () => {
  const [offer] = (await find()).json.hotels[0].offers;
  const quoted = await search.call('prebooking', { offerId: offer.offerId });
  const booked = await search.call('booking', search.bookingOf(quoted.json));
  expect(booked.json.booking.status).toBe('CONFIRMED');
  const { json } = await find();
  expect([json.hotels, json.unavailable]).toEqual([[], [{ hotelId, reason: 'SOLD_OUT' }]]);
});

it('a sandbox hotel with own inventory has no offers on nights that are not for sale', async () => {
  const { json } = await find({ checkIn: addDays(CHECK_IN, 90), checkOut: addDays(CHECK_IN, 92) });
  expect(json.hotels).toEqual([]);
  expect(json.unavailable).toEqual([{ hotelId, reason: expect.any(String) }]);
});

it('test providers still sell the other hotels in a search that includes own inventory', async () => {
  const { json } = await search.find({ hotelIds: [hotelId, neighbour], include });
  expect(json.hotels.map((hotel: { hotelId: string }) => hotel.hotelId)).toEqual([neighbour]);
  const queried = Object.fromEntries(
    json.providers.map((one: { code: string; hotelsQueried: number }) => [one.code, one.hotelsQueried]),
  );
  expect(queried).toMatchObject({ 'test-1': 1, 'test-2': 1, 'test-3': 1 });
});

it('a hotel with own inventory is also sold by test providers if settings.scenario is set', async () => {
  const forced = await find({ settings: { scenario: 'avail.huge' } });
  expect(forced.json.hotels).toHaveLength(1);
  expect(TEST_PROVIDERS.map(code => statusOf(forced, code))).toEqual(['OK', 'OK', 'OK']);
});

it('a hotel with own inventory is sold only from own inventory when a production key uses test mode', async () => {
  const { json } = await search.find(
    { hotelIds: [hotelId], include, settings: { testMode: true } },
    search.liveKey,
  );
  expect([json.hotels, json.unavailable]).toEqual([[], [{ hotelId, reason: 'SOLD_OUT' }]]);
});

it('staff see that a hotel with own inventory is sold only from own inventory', async () => {
  const shown = await search.app.operate('hotels/show', { environment: 'sandbox', hotelId });
  expect(shown.json.hotel.providers ?? shown.json.providers).toEqual(['own']);
});
