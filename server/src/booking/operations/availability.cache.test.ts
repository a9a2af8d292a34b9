/** The whole service with and without what it keeps: the same answers, but for where and when they come from. */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STAY } from '../../../test/booking-app.ts';
import { testDatabase } from '../../../test/database.ts';
import { CITY, CITY_HOTELS, offersOf, type SearchApp, searchApp } from '../../../test/search-app.ts';
import { type HttpAnswer, type TestApp, testApp } from '../../../test/test-app.ts';
import { addDays } from '../../platform/time/civil-date.ts';

const PATH = '/connect/hotels/v1/availability';
const PLENTY = { perMinute: 100_000, perHour: 1_000_000, perDay: 10_000_000 };

let kept: SearchApp;
let plain: TestApp;
let plainKey: string;

beforeAll(async () => {
  const database = await testDatabase();
  kept = await searchApp({ database });
  plain = await testApp({ database, settings: { SERAI_AVAILABILITY_CACHE_MB: '0' } });
  const key = await plain.createKey({ environment: 'sandbox', scopes: SCOPE_NAMES, limits: PLENTY });
  plainKey = key.secret;
});
afterAll(async () => {
  await plain.close();
  await kept.close();
  await kept.app.database.drop();
});

const sources = ({ json }: HttpAnswer): (string | undefined)[] =>
  json.providers
    .filter(({ code }: { code: string }) => code.startsWith('test-'))
    .map(({ source }: { source?: string }) => source);

/** Two hotels more than a page takes, few dates and few parties: most of what is asked for was asked for before. */
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

/** Without ids, times and sources. */
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

test('for any search, what was kept answers as the providers would', async () => {
  let fromCache = 0;
  await fc.assert(
    fc.asyncProperty(search, async ({ ahead, occupancies, hotelIds, members }) => {
      const checkIn = addDays(new Date().toISOString().slice(0, 10), ahead);
      const where = hotelIds === undefined ? { destination: CITY } : { hotelIds };
      const body = { checkIn, checkOut: addDays(checkIn, 2), occupancies, ...where, ...members };
      await kept.find(body);
      const [one, other] = [await kept.find(body), await plain.post(PATH, body, { key: plainKey })];
      expect(bare(one)).toEqual(bare(other));
      if (offersOf(one).some(({ freshness }) => freshness.source === 'CACHE')) fromCache += 1;
      expect(sources(other)).not.toContain('CACHE');
    }),
    { numRuns: 20 },
  );
  expect(fromCache).toBeGreaterThan(5);
});

test('providers and offers say that they come from the cache, and when they were fetched', async () => {
  const body = {
    hotelIds: CITY_HOTELS.slice(0, 4),
    checkIn: addDays(STAY.checkIn, 9),
    checkOut: addDays(STAY.checkIn, 10),
  };
  const first = await kept.find(body);
  const second = await kept.find(body);
  expect([sources(first), sources(second)]).toEqual([
    ['LIVE', 'LIVE', 'LIVE'],
    ['CACHE', 'CACHE', 'CACHE'],
  ]);
  const fetched = (answer: HttpAnswer) => offersOf(answer).map(({ freshness }) => freshness.fetchedAt);
  expect(fetched(second)).toEqual(fetched(first));
  expect(new Set(offersOf(second).map(({ freshness }) => freshness.source))).toEqual(new Set(['CACHE']));
  const mixed = await kept.find({ ...body, hotelIds: CITY_HOTELS.slice(0, 6) });
  expect(sources(mixed)).toEqual(['LIVE', 'LIVE', 'LIVE']);
  expect(new Set(offersOf(mixed).map(({ freshness }) => freshness.source))).toEqual(
    new Set(['LIVE', 'CACHE']),
  );
  for (const { expiresAt } of offersOf(second)) {
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(30 * 60_000);
  }
  const quote = await kept.call('prebooking', { offerId: offersOf(second)[0].offerId });
  expect([quote.status, quote.json.status, quote.json.offer.freshness.source]).toEqual([
    200,
    'AVAILABLE',
    'LIVE',
  ]);
});

test('what is forced, audited or a scenario of a hotel is asked for each time and not kept', async () => {
  const stay = { checkIn: addDays(STAY.checkIn, 20), checkOut: addDays(STAY.checkIn, 22) };
  const hotelIds = [CITY_HOTELS[2]];
  const each = [
    { ...stay, hotelIds, settings: { scenario: 'avail.pay_at_property' } },
    { ...stay, hotelIds, settings: { auditTransactions: true } },
    { ...stay, hotelIds: [scenarioHotelId('avail.pay_at_property')] },
    { ...stay, hotelIds: [...hotelIds, scenarioHotelId('avail.all_error')] },
  ];
  for (const body of each) {
    for (const _ of [1, 2]) expect(sources(await kept.find(body))).not.toContain('CACHE');
  }
  const usual = await kept.find({ ...stay, hotelIds });
  expect(sources(usual)).not.toContain('CACHE');
  const audited = await kept.find({ ...stay, hotelIds, settings: { auditTransactions: true } });
  expect(audited.json.audit).toBeDefined();
  expect(sources(audited)).not.toContain('CACHE');
});
