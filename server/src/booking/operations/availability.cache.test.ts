import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STAY } from '../../../test/booking-app.ts';
import { writeHotels } from '../../../test/catalogue-builder.ts';
import { testDatabase } from '../../../test/database.ts';
import { type RedisForTest, startRedis } from '../../../test/redis.ts';
import { CITY, CITY_HOTELS, offersOf, type SearchApp, searchApp } from '../../../test/search-app.ts';
import { type HttpAnswer, type TestApp, testApp } from '../../../test/test-app.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { connectRedis } from '../../platform/redis.ts';
import { addDays } from '../../platform/time/civil-date.ts';
import { FORMAT } from '../search/cache/entry-codec.ts';

const PATH = '/connect/hotels/v1/availability';
const PLENTY = { perMinute: 100_000, perHour: 1_000_000, perDay: 10_000_000 };

const redis = await startRedis();

let cached: SearchApp;
let plain: TestApp;
let plainKey: string;

beforeAll(async () => {
  const database = await testDatabase();
  cached = await searchApp({ database });
  plain = await testApp({ database, settings: { SERAI_AVAILABILITY_CACHE_MB: '0' } });
  const key = await plain.createKey({ environment: 'sandbox', scopes: SCOPE_NAMES, limits: PLENTY });
  plainKey = key.secret;
});
afterAll(async () => {
  await redis?.stop();
  await plain.close();
  await cached.close();
  await cached.app.database.drop();
});

const sources = ({ json }: HttpAnswer): (string | undefined)[] =>
  json.providers
    .filter(({ code }: { code: string }) => code.startsWith('test-'))
    .map(({ source }: { source?: string }) => source);

/** Few dates and occupancies, so that most searches have been made before. */
const search = fc.record({
  ahead: fc.constantFrom(3, 40, 41),
  occupancies: fc.constantFrom(
    [{ adults: 2 }],
    [{ adults: 2 }, { adults: 1, childAges: [4] }],
    [{ adults: 1, childAges: [4] }, { adults: 2 }],
  ),
  hotelIds: fc.option(fc.subarray([...CITY_HOTELS, scenarioHotelId('avail.min_stay')], { minLength: 1 }), {
    nil: undefined,
  }),
  members: fc.constantFrom<object>(
    {},
    { sort: 'PRICE', page: { limit: 5 } },
    { currency: 'USD', include: ['nightly', 'unavailable'] },
    { filters: { boards: ['BB'], refundableOnly: true }, include: ['duplicates', 'unavailable'] },
    { maxOffersPerHotel: 2, language: 'es', guestNationality: 'FR' },
  ),
});

/** The response without ids, times and sources. */
function bare({ status, json }: HttpAnswer): unknown {
  const text = JSON.stringify({ status, json }, (name, value) =>
    ['offerId', 'searchId', 'expiresAt', 'freshness', 'source', 'durationMs', 'meta', 'nextCursor'].includes(
      name,
    )
      ? undefined
      : value,
  );
  return JSON.parse(text);
}

test('any search returns the same result from the cache as from the providers', async () => {
  let fromCache = 0;
  await fc.assert(
    fc.asyncProperty(search, async ({ ahead, occupancies, hotelIds, members }) => {
      const checkIn = addDays(new Date().toISOString().slice(0, 10), ahead);
      const where = hotelIds === undefined ? { destination: CITY } : { hotelIds };
      const body = { checkIn, checkOut: addDays(checkIn, 2), occupancies, ...where, ...members };
      await cached.find(body);
      const [one, other] = [await cached.find(body), await plain.post(PATH, body, { key: plainKey })];
      expect(bare(one)).toEqual(bare(other));
      if (offersOf(one).some(({ freshness }) => freshness.source === 'CACHE')) fromCache += 1;
      expect(sources(other)).not.toContain('CACHE');
    }),
    { numRuns: 20 },
  );
  expect(fromCache).toBeGreaterThan(5);
});

test('a search marks cached providers and offers as CACHE, and shows when the offers were fetched', async () => {
  const body = {
    hotelIds: CITY_HOTELS.slice(0, 4),
    checkIn: addDays(STAY.checkIn, 9),
    checkOut: addDays(STAY.checkIn, 10),
  };
  const first = await cached.find(body);
  const second = await cached.find(body);
  expect([sources(first), sources(second)]).toEqual([
    ['LIVE', 'LIVE', 'LIVE'],
    ['CACHE', 'CACHE', 'CACHE'],
  ]);
  const fetched = (answer: HttpAnswer) => offersOf(answer).map(({ freshness }) => freshness.fetchedAt);
  expect(fetched(second)).toEqual(fetched(first));
  expect(new Set(offersOf(second).map(({ freshness }) => freshness.source))).toEqual(new Set(['CACHE']));
  const mixed = await cached.find({ ...body, hotelIds: CITY_HOTELS.slice(0, 6) });
  expect(sources(mixed)).toEqual(['LIVE', 'LIVE', 'LIVE']);
  expect(new Set(offersOf(mixed).map(({ freshness }) => freshness.source))).toEqual(
    new Set(['LIVE', 'CACHE']),
  );
  for (const { expiresAt } of offersOf(second)) {
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(30 * 60_000);
  }
  const quote = await cached.call('prebooking', { offerId: offersOf(second)[0].offerId });
  expect([quote.status, quote.json.status, quote.json.offer.freshness.source]).toEqual([
    200,
    'AVAILABLE',
    'LIVE',
  ]);
});

test('the cache never stores results of searches with settings.scenario, audited searches or scenario hotels', async () => {
  const stay = { checkIn: addDays(STAY.checkIn, 20), checkOut: addDays(STAY.checkIn, 22) };
  const hotelIds = [CITY_HOTELS[2]];
  const each = [
    { ...stay, hotelIds, settings: { scenario: 'avail.pay_at_property' } },
    { ...stay, hotelIds, settings: { auditTransactions: true } },
    { ...stay, hotelIds: [scenarioHotelId('avail.pay_at_property')] },
    { ...stay, hotelIds: [...hotelIds, scenarioHotelId('avail.all_error')] },
  ];
  for (const body of each) {
    for (const _ of [1, 2]) expect(sources(await cached.find(body))).not.toContain('CACHE');
  }
  const usual = await cached.find({ ...stay, hotelIds });
  expect(sources(usual)).not.toContain('CACHE');
  const audited = await cached.find({ ...stay, hotelIds, settings: { auditTransactions: true } });
  expect(audited.json.audit).toBeDefined();
  expect(sources(audited)).not.toContain('CACHE');
});

/** The sum of all series of a metric whose labels contain the given text. */
async function metric(name: string, label = ''): Promise<number> {
  const text = await (await fetch(`${cached.app.dashboardUrl}/metrics`)).text();
  const lines = text.split('\n').filter(line => line.startsWith(`${name}{`) && line.includes(label));
  expect(lines.length).toBeGreaterThan(0);
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

test('a quote that differs from the search removes its hotel from the cache unless settings.scenario was set', {
  timeout: 60_000,
}, async () => {
  const hotelId = CITY_HOTELS[7] as string;
  const [{ offerId }] = offersOf(await cached.find({ hotelIds: [hotelId] }));
  const quote = async (members: object = {}) => {
    const { json } = await cached.call('prebooking', { offerId, ...members });
    return json.status;
  };
  const purges = () => metric('serai_availability_cache_purges_total');
  const before = await purges();
  expect(await quote({ settings: { scenario: 'prebook.price_up' } })).toBe('PRICE_CHANGED');
  expect(await quote()).toBe('AVAILABLE');
  expect(await purges()).toBe(before);
  const rooms = [
    ['DBL', 3, 2, 1],
    ['FAM', 5, 4, 3],
    ['STE', 4, 3, 2],
  ] as const;
  await writeHotels(cached.app.database.db, 'sandbox', [
    {
      hotelId,
      stars: 5,
      canonicalCityId: CITY.canonicalCityId,
      timeZone: 'Europe/Madrid',
      rooms: rooms.map(([roomCode, maxTotal, maxAdults, maxChildren]) => ({
        roomCode,
        name: { en: roomCode },
        occupancy: { maxTotal, maxAdults, maxChildren },
      })),
    },
  ]);
  // The catalogue is cached for a few seconds.
  await expect.poll(() => quote(), { timeout: 30_000, interval: 500 }).toBe('PRICE_CHANGED');
  expect(await purges()).toBe(before + 1);
  expect(await metric('serai_availability_quotes_total', 'result="changed"')).toBeGreaterThanOrEqual(1);
  expect(await metric('serai_availability_cache_lookups_total')).toBeGreaterThan(0);
});

test.skipIf(redis === undefined)(
  'nodes share cached results through Redis and use their own cache when Redis fails',
  async () => {
    const server = redis as RedisForTest;
    const { database } = cached.app;
    const settings = { REDIS_URL: server.url, SERAI_TEST_PROVIDER_CACHE: 'shared' };
    const [a, b] = [await testApp({ database, settings }), await testApp({ database, settings })];
    try {
      const { secret: key } = await a.createKey({
        environment: 'sandbox',
        scopes: SCOPE_NAMES,
        limits: PLENTY,
      });
      const body = { ...STAY, hotelIds: CITY_HOTELS.slice(10, 14) };
      const first = await a.post(PATH, body, { key });
      expect(sources(first)).toEqual(['LIVE', 'LIVE', 'LIVE']);
      const looking = connectRedis(server.url, quietLog);
      const written = async () => (await looking.keys(`av${FORMAT}:e:*`).catch(() => [])).length;
      await expect.poll(written).toBe(3 * body.hotelIds.length);
      looking.disconnect();
      const second = await b.post(PATH, body, { key });
      expect(sources(second)).toEqual(['CACHE', 'CACHE', 'CACHE']);
      expect(bare(second)).toEqual(bare(first));
      await server.kill();
      const more = { ...STAY, hotelIds: CITY_HOTELS.slice(10, 16) };
      const without = await b.post(PATH, more, { key });
      expect([without.status, without.json.complete, sources(without)]).toEqual([
        200,
        true,
        ['LIVE', 'LIVE', 'LIVE'],
      ]);
      expect(new Set(offersOf(without).map(({ freshness }) => freshness.source))).toEqual(
        new Set(['LIVE', 'CACHE']),
      );
    } finally {
      await Promise.all([a.close(), b.close()]);
    }
  },
  60_000,
);
