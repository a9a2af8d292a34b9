import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHECK_IN, CHECK_OUT } from '../../../../test/booking-app.ts';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { CITY_HOTELS, LIVE_HOTEL, type SearchApp, searchApp } from '../../../../test/search-app.ts';
import type { HttpAnswer } from '../../../../test/test-app.ts';
import { importInventory } from './files/import-inventory.ts';

let database: TestDatabase;
let search: SearchApp;
const folder = mkdtempSync(join(tmpdir(), 'serai-own-service-'));

beforeAll(async () => {
  database = await testDatabase();
  search = await searchApp({ database });
});
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

it('is found, quoted with a hold, booked and cancelled like any other provider', async () => {
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
  const cancelled = await search.call('cancel', { bookingId }, { key });
  expect([cancelled.status, cancelled.json.booking.status]).toEqual([200, 'CANCELLED']);
  expect(await left()).toBe(2);
});

it('gives rooms back at once that are held for a quote nobody can book any more', async () => {
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

it('is for sale in its own environment only, and beside the test providers in the sandbox', async () => {
  const hotelId = CITY_HOTELS[0] as string;
  await load('sandbox', hotelId, 3);
  const answer = await search.find({ hotelIds: [hotelId] });
  expect(statusOf(answer, 'own')).toBe('OK');
  expect(answer.json.hotels[0].fromPrice.amount).toBe('15.15');
  expect(statusOf(await search.find({ hotelIds: [CITY_HOTELS[1]] }), 'own')).toBe('SKIPPED');
  const live = await search.find({ hotelIds: [hotelId] }, search.liveKey);
  expect(live.json.hotels).toEqual([]);
});
