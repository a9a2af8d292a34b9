import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPAIN, type TestPlace, writeHotels, writePlaces } from '../../../test/catalogue-builder.ts';
import { type TestApp, testApp } from '../../../test/test-app.ts';

const PATHS = ['/hotels/by-destination', '/content/hotels/v1/hotels/by-destination'];
const FIRST = PATHS[0] as string;

let app: TestApp;
let key: string;

const DEGREE = 111_195;
const north = (metres: number) => ({ latitude: 41.3888 + metres / DEGREE, longitude: 2.159 });

const EDGES: TestPlace[] = [
  { key: 'DATELINE', type: 'CITY', countryCode: 'FJ', location: [-16.8, 179.99] },
  { key: 'POLE', type: 'CITY', countryCode: 'AQ', location: [-90, 0] },
  { key: 'NORTH', type: 'CITY', countryCode: 'XX', location: [89.95, 30] },
];

beforeAll(async () => {
  app = await testApp();
  ({ secret: key } = await app.createKey());
  const { db } = app.database;
  await writePlaces(db, [
    ...SPAIN,
    ...EDGES,
    {
      key: 'EMPTY',
      type: 'CITY',
      name: 'Empty',
      location: [10, 10],
      countryCode: 'XX',
      names: [['Vacía', 'es', 1]],
    },
    { key: 'OLDBCN', type: 'CITY', status: 'MERGED', mergedInto: 'BCN' },
    { key: 'GONE', type: 'CITY', status: 'INACTIVE' },
  ]);
  await writeHotels(db, 'sandbox', [
    { hotelId: 'htl_FAR', location: north(9_000), canonicalCityId: 'plc_BCN' as never },
    {
      hotelId: 'htl_NEAR',
      location: north(299.8),
      canonicalCityId: 'plc_BCN' as never,
      stars: 4,
      categoryCode: 'H4',
      chain: { code: 'HH', name: 'HH' },
      facilities: [{ code: 'WIFI_FREE' }, { code: 'PARKING' }],
    },
    {
      hotelId: 'htl_MID',
      location: north(2_000),
      type: 'HOSTEL',
      stars: 2,
      facilities: [{ code: 'PARKING' }],
      canonicalCityId: 'plc_GRACIA' as never,
    },
    {
      hotelId: 'htl_AIRPORT',
      location: { latitude: 41.3, longitude: 2.08 },
      canonicalCityId: 'plc_ES' as never,
    },
    { hotelId: 'htl_ENDED', location: north(10), status: 'INACTIVE' },
    {
      hotelId: 'htl_FIJI1',
      address: { countryCode: 'FJ' },
      location: { latitude: -16.8, longitude: -179.99 },
    },
    { hotelId: 'htl_FIJI2', address: { countryCode: 'FJ' }, location: { latitude: -16.8, longitude: 179.9 } },
    { hotelId: 'htl_FIJI3', address: { countryCode: 'FJ' }, location: { latitude: -16.8, longitude: 0 } },
    { hotelId: 'htl_POLE1', address: { countryCode: 'AQ' }, location: { latitude: -89.9, longitude: 120 } },
    { hotelId: 'htl_POLE2', address: { countryCode: 'AQ' }, location: { latitude: -89.8, longitude: -60 } },
    { hotelId: 'htl_POLE3', address: { countryCode: 'AQ' }, location: { latitude: -89.5, longitude: 0 } },
    { hotelId: 'htl_OVER', address: { countryCode: 'XX' }, location: { latitude: 89.95, longitude: -150 } },
  ]);
  await writeHotels(db, 'production', [{ hotelId: 'htl_LIVE', canonicalCityId: 'plc_BCN' as never }]);
});
afterAll(() => app.close());

const post = (canonicalCityId: string, more: object = {}, options: object = {}) =>
  app.post(FIRST, { destination: { canonicalCityId }, ...more }, { key, ...options });
const idsOf = async (place: string, more: object = {}) => {
  const { status, json } = await post(`plc_${place}`, more);
  expect(status).toBe(200);
  return json.hotels.map(({ hotelId }: { hotelId: string }) => hotelId.slice(4));
};

describe('hotels by destination', () => {
  it.each(PATHS)('%s returns hotels with their place and distance', async path => {
    const { status, json } = await app.post(
      path,
      { destination: { canonicalCityId: 'plc_BCN' }, page: { limit: 1 } },
      { key },
    );
    expect(status).toBe(200);
    expect(json.destination).toEqual({
      placeId: 'plc_BCN',
      type: 'CITY',
      name: 'Barcelona',
      language: 'und',
      countryCode: 'ES',
      location: { latitude: 41.3888, longitude: 2.159 },
      hotelCount: 3,
    });
    expect(json.hotels).toMatchObject([
      { hotelId: 'htl_NEAR', canonicalCityId: 'plc_BCN', distanceMeters: 300 },
    ]);
    expect(json.hotels[0]).not.toHaveProperty('description');
  });

  it.each([
    ['a city', 'BCN', ['NEAR', 'MID', 'FAR']],
    ['a district', 'GRACIA', ['MID']],
    ['a region', 'CT', ['FAR', 'MID', 'NEAR']],
    ['a country', 'ES', ['FAR', 'MID', 'NEAR', 'AIRPORT']],
    ['a zone', 'COAST', ['FAR', 'MID', 'NEAR']],
    ['the cities around an airport', 'BCNAIR', ['NEAR', 'MID', 'FAR']],
    ['the target of a merged place', 'OLDBCN', ['NEAR', 'MID', 'FAR']],
    ['a place without hotels', 'EMPTY', []],
  ])('hotels-by-destination lists the hotels of %s, nearest first', async (_, place, ids) => {
    expect((await idsOf(place)).sort()).toEqual([...ids].sort());
    const { json } = await post(`plc_${place}`);
    expect(json.destination.hotelCount).toBe(ids.length);
    const metres = json.hotels.map(({ distanceMeters }: { distanceMeters: number }) => distanceMeters);
    expect(metres).toEqual([...metres].sort((a, b) => a - b));
  });

  it.each([
    ['all hotels within it', 'BCN', 2_100, ['NEAR', 'MID']],
    ['a hotel exactly on its edge', 'BCN', 300, ['NEAR']],
    ['no hotel one metre beyond it', 'BCN', 299, []],
    ['hotels that do not belong to the place', 'BCN', 50_000, ['NEAR', 'MID', 'FAR', 'AIRPORT']],
    ['hotels across the antimeridian', 'DATELINE', 9_000, ['FIJI1']],
    ['hotels on both sides of the antimeridian', 'DATELINE', 10_000, ['FIJI1', 'FIJI2']],
    ['hotels near the pole', 'POLE', 12_000, ['POLE1']],
    ['hotels on both sides of the pole', 'POLE', 23_000, ['POLE1', 'POLE2']],
    ['hotels beyond the pole', 'NORTH', 12_000, ['OVER']],
  ])('a hotel search with a radius returns %s', async (_, place, radiusMeters, ids) => {
    expect(await idsOf(place, { radiusMeters })).toEqual(ids);
  });

  it.each([
    [{ types: ['HOSTEL'] }, ['MID']],
    [{ categoryCodes: ['H4', 'H5'] }, ['NEAR']],
    [{ minStars: 2 }, ['NEAR', 'MID']],
    [{ maxStars: 3.5 }, ['MID']],
    [{ minStars: 2.5, maxStars: 4 }, ['NEAR']],
    [{ facilityCodes: ['PARKING'] }, ['NEAR', 'MID']],
    [{ facilityCodes: ['PARKING', 'WIFI_FREE'] }, ['NEAR']],
    [{ chainCodes: ['HH', 'XX'] }, ['NEAR']],
    [{ facilityCodes: ['PARKING'], types: ['HOSTEL'], minStars: 3 }, []],
    [{}, ['NEAR', 'MID', 'FAR']],
  ])('the filters %j return the matching hotels, with and without a radius', async (filters, ids) => {
    expect(await idsOf('BCN', { filters })).toEqual(ids);
    expect(await idsOf('BCN', { filters, radiusMeters: 20_000 })).toEqual(
      ids.length === 3 ? [...ids, 'AIRPORT'] : ids,
    );
  });

  it('equally distant hotels are returned page by page without gaps or duplicates', async () => {
    await writeHotels(
      app.database.db,
      'sandbox',
      ['1', '2', '3', '4', '5'].map(nr => ({
        hotelId: `htl_SAME${nr}`,
        address: { countryCode: 'XX' },
        location: { latitude: 10, longitude: 10 },
      })),
    );
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { json } = await post('plc_EMPTY', { page: { limit: 2, ...(cursor && { cursor }) } });
      seen.push(...json.hotels.map(({ hotelId }: { hotelId: string }) => hotelId));
      cursor = json.page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['1', '2', '3', '4', '5'].map(nr => `htl_SAME${nr}`));
  });

  it('hotels-by-destination returns the name of the place in the requested language', async () => {
    const { json } = await post('plc_EMPTY', { language: 'es-ES' });
    expect(json.destination).toMatchObject({ name: 'Vacía', language: 'es' });
  });

  it.each(['plc_NOWHERE', 'BCN', '', 'plc_GONE'])(
    'a request for hotels in the unknown or removed place "%s" returns 404',
    async place => {
      const response = await post(place);
      expect(response).toMatchObject({ status: 404, json: { error: { code: 'DESTINATION_NOT_FOUND' } } });
    },
  );

  it("a request with the ETag of a place's unchanged hotels returns 304, but not for another place", async () => {
    const etag = (await post('plc_BCN')).headers.get('etag') as string;
    expect((await post('plc_BCN', {}, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await post('plc_ES', {}, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});
