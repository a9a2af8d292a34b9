/** Tests that a slow supplier delays neither searches that the cache can answer nor the offers of other suppliers. */
import { setTimeout as realDelay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../src/platform/time/civil-date.ts';
import { CHECK_IN } from '../booking-app.ts';
import type { Loose } from '../booking-request.ts';
import type { HttpAnswer } from '../test-app.ts';
import { hotelOf } from './connected-suppliers.ts';
import { heldResponse, type SupplierApp, statusOf, supplierApp } from './supplier-app.ts';

const ALL = ['liteapi', 'hotelbeds', 'rapid'] as const;
const MINUTE_MS = 60_000;
/** More faults than retries and hedging calls can use up. */
const MANY = 20;

let app: SupplierApp;
let days = 0;
const held: { release(): void }[] = [];

beforeAll(async () => {
  app = await supplierApp();
});
afterAll(() => app?.close());
afterEach(() => {
  for (const { release } of held.splice(0)) release();
  for (const code of ALL) app.suppliers[code].simulator.clearFaults();
});

/** A stay that no earlier test has searched. */
function newStay() {
  days += 1;
  const checkIn = addDays(CHECK_IN, days);
  return { checkIn, checkOut: addDays(checkIn, 3) };
}

/** From now on, the suppliers receive searches but do not respond to them until the test releases the responses. */
function holdSearches(codes: readonly (typeof ALL)[number][]) {
  const response = heldResponse();
  held.push(response);
  for (const code of codes) {
    const { simulator, operations } = app.suppliers[code];
    simulator.fail(operations.search, response.fault, MANY);
  }
  return response;
}

const searchCounts = () => ALL.map(code => app.countOf(code, 'search'));
const sourcesOf = ({ json }: HttpAnswer) =>
  json.providers.filter(({ code }: Loose) => ALL.includes(code)).map(({ source }: Loose) => source);
const hotelIdsOf = ({ json }: HttpAnswer) => json.hotels.map(({ hotelId }: Loose) => hotelId).toSorted();
const ALL_HOTELS = ALL.map(code => hotelOf({ code })).toSorted();

test('a search that the cache can answer calls no supplier, so that a slow supplier does not delay it', async () => {
  const stay = newStay();
  const first = await app.find(ALL, stay);
  expect([first.json.complete, hotelIdsOf(first)]).toEqual([true, ALL_HOTELS]);
  const before = searchCounts();
  holdSearches(ALL);
  const second = await app.find(ALL, stay);
  expect([second.json.complete, hotelIdsOf(second)]).toEqual([true, ALL_HOTELS]);
  expect(sourcesOf(second)).toEqual(['CACHE', 'CACHE', 'CACHE']);
  expect(searchCounts()).toEqual(before);
});

test('a search returns stale entries before the suppliers that refresh them have responded', async () => {
  const stay = newStay();
  await app.find(ALL, stay);
  await app.time.leap(90 * MINUTE_MS);
  const before = searchCounts();
  const { release } = holdSearches(ALL);
  const stale = await app.find(ALL, stay);
  expect([stale.json.complete, hotelIdsOf(stale)]).toEqual([true, ALL_HOTELS]);
  await expect.poll(searchCounts).toEqual(before.map(count => count + 1));
  release();
  await expect
    .poll(async () => {
      const { json } = await app.find(ALL, stay);
      return json.hotels.every(
        ({ offers }: Loose) => Date.parse(offers[0].freshness.fetchedAt) > app.time.clock.nowMs() - MINUTE_MS,
      );
    })
    .toBe(true);
});

test.each(ALL)(
  'if %s does not respond, a search returns the offers of the other suppliers at its deadline',
  async slow => {
    const others = ALL.filter(code => code !== slow);
    holdSearches([slow]);
    const before = others.map(code => app.countOf(code, 'search'));
    const searching = app.find(ALL, { ...newStay(), settings: { timeout: 2_000 } });
    await expect
      .poll(() => others.map((code, i) => hasResponded(code, before[i] ?? 0)))
      .toEqual([true, true]);
    // Lets the responses reach the service before the clock jumps.
    await realDelay(250);
    const found = await app.during(searching);
    expect(found.json.complete).toBe(false);
    expect(statusOf(found, slow)).toBe('TIMEOUT');
    expect(others.map(code => statusOf(found, code))).toEqual(['OK', 'OK']);
    expect(hotelIdsOf(found)).toEqual(others.map(code => hotelOf({ code })).toSorted());
  },
);

function hasResponded(code: (typeof ALL)[number], before: number): boolean {
  const { simulator, operations } = app.suppliers[code];
  const searches = simulator.exchanges.filter(({ operation }) => operation === operations.search);
  return searches.length > before && searches.at(-1)?.response !== undefined;
}

test('the cache metrics count hits for the provider of each connected account', async () => {
  const stay = newStay();
  await app.find(ALL, stay);
  await app.find(ALL, stay);
  const text = await (await fetch(`${app.app.dashboardUrl}/metrics`)).text();
  for (const code of ALL) {
    const hits = new RegExp(
      `serai_availability_cache_lookups_total\\{provider="${code}",result="hit"\\} ([0-9]+)`,
    ).exec(text);
    expect(Number(hits?.[1])).toBeGreaterThan(0);
  }
});
