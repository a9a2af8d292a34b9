import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPAIN, writeHotels, writePlaces } from '../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { type TestApp, testApp } from '../../../test/test-app.ts';
import { waitUntil } from '../../platform/database/embedded/stop-left-over.ts';

const SEARCH = '/content/hotels/v1/places/search';
const DESTINATIONS = '/content/hotels/v1/places/search-destination';

let database: TestDatabase;
let app: TestApp;
let sandbox: string;
let production: string;
beforeAll(async () => {
  database = await testDatabase();
  await writePlaces(database.db, [
    ...SPAIN,
    { key: 'BADALONA', type: 'CITY', name: 'Badalona', parent: 'CT', location: [41.45, 2.247] },
  ]);
  app = await testApp({ database });
  ({ secret: sandbox } = await app.createKey());
  ({ secret: production } = await app.createKey({ environment: 'production' }));
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

async function search(query: object, path = SEARCH, key = sandbox) {
  const { status, json } = await app.post(path, query, { key });
  expect(status).toBe(200);
  return (json.places ?? json.destinations) as { placeId: string; [member: string]: unknown }[];
}

const idsOf = (items: readonly { placeId: string }[]) => items.map(({ placeId }) => placeId);

describe.each([SEARCH, DESTINATIONS])('searching with %s', path => {
  it.each([
    [{ query: 'barc' }, 'plc_BCN', 'PREFIX'],
    [{ query: 'BARCELONA' }, 'plc_BCN', 'EXACT'],
    [{ query: 'bracelona' }, 'plc_BCN', 'TRIGRAM'],
    [{ query: 'gracia' }, 'plc_GRACIA', 'EXACT'],
    [{ query: 'barcelona spain' }, 'plc_BCN', 'FULL_TEXT'],
  ])(`${path} ranks the intended place first for %j`, async (query, placeId, kind) => {
    const [first] = await search(query, path);
    expect(first).toMatchObject({ placeId, match: { kind } });
  });

  it(`${path} applies the limit and filters by type and country`, async () => {
    expect(await search({ query: 'ba', limit: 1 }, path)).toHaveLength(1);
    expect(idsOf(await search({ query: 'ba', types: ['COUNTRY'] }, path))).toEqual([]);
    expect(idsOf(await search({ query: 'barcelona', countryCodes: ['FR'] }, path))).toEqual([]);
    expect(
      idsOf(await search({ query: 'barcelona', countryCodes: ['FR', 'ES'], types: ['CITY'] }, path)),
    ).toEqual(['plc_BCN']);
  });

  it.each(['zzzzqqqq', '🏝', '%', '\u202Eתל', "'; --", 'q'.repeat(100), '東京'])(
    `${path} returns an empty list for the query %s, which matches nothing`,
    async query => {
      expect(await search({ query }, path)).toEqual([]);
    },
  );
});

it('a place search does not reuse the cached result of the same query with other filters', async () => {
  const queries = [
    { query: 'barcelona' },
    { query: 'barcelona', limit: 1 },
    { query: 'barcelona', types: ['AIRPORT'] },
    { query: 'barcelona', countryCodes: ['FR'] },
    { query: 'barcelona', language: 'es' },
    { query: 'barcelona', near: { latitude: 0, longitude: 0 } },
  ];
  const results = async () => Promise.all(queries.map(query => search(query)));
  const first = await results();
  expect(await results()).toEqual(first);
  expect(first[2]).toEqual([]);
  expect(first[3]).toEqual([]);
  expect(first[5]?.[0]?.score).not.toBe(first[0]?.[0]?.score);
});

it('a destination is returned with its context and its hotel counts in the environment of the key', async () => {
  await writeHotels(database.db, 'sandbox', [
    { hotelId: 'htl_A', canonicalCityId: 'plc_GRACIA' as never },
    { hotelId: 'htl_B', canonicalCityId: 'plc_BCN' as never },
  ]);
  const found = async (key: string) => (await search({ query: 'barcelona' }, DESTINATIONS, key))[0];
  expect(await waitUntil(async () => (await found(sandbox))?.hotelCount === 2, 20_000)).toBe(true);
  expect(await found(sandbox)).toMatchObject({
    displayName: 'Barcelona, Catalonia, Spain',
    ancestors: [
      { placeId: 'plc_ES', type: 'COUNTRY', name: 'Spain' },
      { placeId: 'plc_CT', type: 'REGION', name: 'Catalonia' },
    ],
    parentRegion: { placeId: 'plc_CT' },
    subAreas: [{ placeId: 'plc_GRACIA', type: 'DISTRICT', name: 'Gràcia', hotelCount: 1 }],
    nearestAirport: { placeId: 'plc_BCNAIR', iataCode: 'BCN', distanceKm: 10 },
    airports: [{ iataCode: 'BCN' }],
    tourismZones: [{ placeId: 'plc_COAST', hotelCount: 2 }],
    hotelCount: 2,
  });
  expect(await found(production)).toMatchObject({ hotelCount: 0, subAreas: [{ hotelCount: 0 }] });
});

it('every process finds new places within seconds, and no request fails in the meantime', async () => {
  const limits = { perMinute: 1e9, perHour: 1e9, perDay: 1e9 };
  const { secret: unlimited } = await app.createKey({ limits });
  const other = await testApp({ database });
  const statuses = new Set<number>();
  let done = false;
  const searching = (async () => {
    while (!done) statuses.add((await app.post(SEARCH, { query: 'barcelona' }, { key: unlimited })).status);
  })();
  try {
    await writePlaces(database.db, [
      { key: 'MATARO', type: 'CITY', name: 'Mataró', parent: 'CT', location: [41.54, 2.445] },
    ]);
    for (const process of [app, other]) {
      const knows = async () => {
        const { json } = await process.post(SEARCH, { query: 'mataro' }, { key: unlimited });
        return json.places?.[0]?.placeId === 'plc_MATARO';
      };
      expect(await waitUntil(knows, 30_000)).toBe(true);
    }
  } finally {
    done = true;
    await searching;
    await other.close();
  }
  expect([...statuses]).toEqual([200]);
});
