/**
 * Tests the call budget of an account that three nodes share through Redis, with a supplier that counts every request.
 * The load is ten times the limit.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/platform/time/civil-date.ts';
import { type BookingApp, bookingApp, CHECK_IN, STAY } from '../booking-app.ts';
import type { Loose } from '../booking-request.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { type RedisForTest, startRedis } from '../redis.ts';
import { type TestApp, testApp } from '../test-app.ts';
import {
  connectSuppliers,
  hotelOf,
  type SimulatedSupplier,
  simulatedLiteApi,
} from './connected-suppliers.ts';

const PER_MINUTE = 40;
const NODES = 3;
const LOAD = 10;
const CONCURRENT = 24;
const MINUTE_MS = 60_000;

const redis = await startRedis();

describe.skipIf(redis === undefined)('three nodes with one account', () => {
  let database: TestDatabase;
  let first: BookingApp;
  let nodes: TestApp[];
  let supplier: SimulatedSupplier;
  let days = 0;

  beforeAll(async () => {
    database = await testDatabase();
    const settings = { REDIS_URL: (redis as RedisForTest).url };
    first = await bookingApp({ database, settings });
    nodes = [first.app, await testApp({ database, settings }), await testApp({ database, settings })];
    supplier = await simulatedLiteApi({ nowMs: () => Date.now() });
    const operate = async (name: string, input: object) => {
      const { status, text } = await first.app.operate(name, input);
      if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
    };
    await connectSuppliers(database.ownerDb, operate, [supplier], { settings: { perMinute: PER_MINUTE } });
  });
  afterAll(async () => {
    await first.close();
    for (const node of nodes.slice(1)) await node.close();
    await supplier.simulator.close();
    await database.drop();
    await redis?.stop();
  });

  const call = (node: number, operation: string, body: object) =>
    (nodes[node % NODES] as TestApp).post(`/connect/hotels/v1/${operation}`, body, { key: first.key });

  /** Searches a stay that is not cached. */
  function search(node: number) {
    days += 1;
    const checkIn = addDays(CHECK_IN, days % 300);
    const stay = { ...STAY, checkIn, checkOut: addDays(checkIn, 1 + (days % 7)) };
    return call(node, 'availability', { ...stay, hotelIds: [hotelOf(supplier)] });
  }

  const statusOf = ({ json }: Loose) =>
    json.providers?.find((one: Loose) => one.code === supplier.code)?.status ?? json.error.code;

  async function searchMany(count: number): Promise<Map<string, number>> {
    const statuses = new Map<string, number>();
    let next = 0;
    const work = async () => {
      while (next < count) {
        next += 1;
        const status = statusOf(await search(next));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, work));
    return statuses;
  }

  /** The largest number of requests that the supplier received in any minute. */
  function mostPerMinute(): number {
    const times = supplier.simulator.exchanges.map(({ atMs }) => atMs);
    return Math.max(0, ...times.map(from => times.filter(at => at >= from && at < from + MINUTE_MS).length));
  }

  const quote = (node: number, offerId: string) => call(node, 'prebooking', { offerId });
  const book = (node: number, { json }: Loose) => call(node, 'booking', first.bookingOf(json));
  const statuses = (responses: readonly { status: number }[]) => responses.map(({ status }) => status);

  test('with ten times the allowed load on three nodes, the supplier never receives more calls than allowed, and each class of calls keeps its share', async () => {
    await expect
      .poll(async () => (await Promise.all(nodes.map((_, i) => search(i)))).map(statusOf), { interval: 500 })
      .toEqual(['OK', 'OK', 'OK']);
    const { json: found } = await search(0);
    const { offerId } = found.hotels[0].offers[0];
    const quotes = [await quote(0, offerId), await quote(1, offerId)];

    const searched = await searchMany(LOAD * PER_MINUTE);
    const refused = (searched.get('SKIPPED') ?? 0) + (searched.get('ALL_PROVIDERS_FAILED') ?? 0);
    expect(refused).toBeGreaterThan(LOAD * PER_MINUTE * 0.8);
    expect((searched.get('OK') ?? 0) + refused).toBe(LOAD * PER_MINUTE);

    const later = [];
    for (let node = 0; later.at(-1)?.status !== 503; node += 1) later.push(await quote(node, offerId));
    expect(later.length).toBeGreaterThan(2);
    expect(later.at(-1)?.json.error.code).toBe('SERVICE_UNAVAILABLE');

    const booked = [await book(1, quotes[0]), await book(2, quotes[1])];
    expect(statuses(booked)).toEqual([200, 200]);
    const cancelled = booked.map(({ json: { booking } }, node) =>
      call(node, 'cancel', { bookingId: booking.bookingId, maxPenalty: booking.price.net }),
    );
    expect(statuses(await Promise.all(cancelled))).toEqual([200, 200]);
    expect(mostPerMinute()).toBeLessThanOrEqual(PER_MINUTE);
    expect(supplier.sales().every(({ isLive }) => !isLive)).toBe(true);
  });

  test('without Redis, three nodes together use at most the share of the limit that searches may use', async () => {
    await redis?.kill();
    const before = supplier.simulator.exchanges.length;
    await searchMany(3 * PER_MINUTE);
    // Each of the three nodes may use 65 % of a third.
    expect(supplier.simulator.exchanges.length - before).toBeLessThanOrEqual(PER_MINUTE * 0.65);
  });
});
