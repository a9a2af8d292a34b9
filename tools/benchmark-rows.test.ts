/** Benchmarks run rarely, so these tests show when their rows no longer match the schema. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeOrganisation, writePartners, writeQuotes } from '../bench/booking/bookings-store.ts';
import { generatedHotel, MARKET, STAY, writeInventory } from '../bench/booking/inventory-store.ts';
import { writeMadeUpHotels } from '../bench/booking/made-up-hotels.ts';
import { plainSearch } from '../bench/booking/plain-search-store.ts';
import { writeReportPartners, writeSoldBookings } from '../bench/booking/sold-bookings-store.ts';
import { insertKeys } from '../bench/gateway/bulk-key-store.ts';
import { growBookings, growHotels, growKeys } from '../bench/limits/growth-store.ts';
import {
  countUndelivered,
  writeBacklog,
  writeEndpoints,
  writeEvent,
} from '../bench/webhooks/events-store.ts';
import { createOwnInventory } from '../server/src/booking/suppliers/own-inventory/create-own-inventory.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { type OpenDatabase, openOwnerDatabase } from '../server/src/platform/database/connect.ts';
import { quietLog } from '../server/src/platform/database/database-log.ts';
import { createSeal } from '../server/src/platform/secrets/seal.ts';
import { type TestDatabase, testDatabase } from '../server/test/database.ts';

let database: TestDatabase;
/** A single connection, because some writers change settings of their session. */
let owner: OpenDatabase;
beforeEach(async () => {
  database = await testDatabase();
  owner = openOwnerDatabase({ address: database.address, log: quietLog, max: 1, statementTimeoutMs: 0 });
});
afterEach(async () => {
  await owner.close();
  await database.drop();
});

/** Returns how many rows the tables have. */
async function counts() {
  const [row] = await owner`
    SELECT (SELECT count(*)::int FROM api_key) AS keys, (SELECT count(*)::int FROM api_key_secret) AS secrets,
      (SELECT count(*)::int FROM booking) AS bookings, (SELECT count(*)::int FROM hotel) AS hotels,
      (SELECT count(*)::int FROM quote) AS quotes`;
  return row;
}

it('plain SQL finds the same offers as own inventory', async () => {
  const hotels = [1, 2, 3].map(generatedHotel).sort((a, b) => (a.hotelId < b.hotelId ? -1 : 1));
  await writeInventory(owner, hotels.length, 10);
  const own = createOwnInventory({
    db: database.db,
    clock: systemClock,
    environment: 'sandbox',
    kind: 'TEST',
  });
  const deadlineMs = systemClock.monotonicMs() + 60_000;
  const { signal } = new AbortController();
  const call = { attempt: 1, deadlineMs, signal, scenario: undefined, record: () => {} };
  const found = await own.search(call, { ...STAY, market: MARKET, hotels });
  const hotelIds = hotels.map(({ hotelId }) => hotelId);
  const value = await plainSearch(database.db, hotelIds, STAY);
  expect(value.hotels).toHaveLength(hotels.length);
  expect(JSON.stringify(found)).toBe(JSON.stringify({ kind: 'OK', value }));
});

it('quotes, keys, hotels and bookings are written and grow', async () => {
  await writeOrganisation(owner);
  await writePartners(owner, 2);
  await writeQuotes(owner, 1, 5, 2);
  await insertKeys(owner, 3);
  await growKeys(owner, 10);
  await writeMadeUpHotels(database.address, ['htl_bench1', 'htl_bench2']);
  await growHotels(owner, 20);
  await writeReportPartners(owner);
  await writeSoldBookings(owner, 1, 4);
  await growBookings(owner, 30);
  expect(await counts()).toEqual({ keys: 10, secrets: 3, bookings: 30, hotels: 20, quotes: 5 });
});

it('events and their deliveries are written', async () => {
  const seal = createSeal(Buffer.alloc(32, 7));
  await writeEndpoints(owner, seal, 2, 'http://localhost:1');
  await writeEvent(owner, seal, 0, {});
  await writeBacklog(owner, 4, 2);
  expect(await countUndelivered(owner)).toBe(1 + 4);
});
