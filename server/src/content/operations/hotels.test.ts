import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeHotels, SPAIN, writeHotels, writePlaces } from '../../../test/catalogue-builder.ts';
import { type TestApp, testApp } from '../../../test/test-app.ts';
import { mergeInto, retireHotels } from '../catalogue/writing/tombstones-store.ts';

const PATH = '/content/hotels/v1/hotels';

let app: TestApp;
let key: string;
let liveKey: string;

beforeAll(async () => {
  app = await testApp();
  ({ secret: key } = await app.createKey());
  ({ secret: liveKey } = await app.createKey({ environment: 'production' }));
  await writePlaces(app.database.db, [
    ...SPAIN,
    { key: 'OLDBCN', type: 'CITY', status: 'MERGED', mergedInto: 'BCN' },
    { key: 'GONE', type: 'CITY', status: 'INACTIVE' },
  ]);
  await writeHotels(app.database.db, 'sandbox', [
    FULL,
    { hotelId: 'htl_B', categoryCode: 'H3', name: { 'pt-PT': 'Casa', 'es-AR': 'Hogar' } },
    { hotelId: 'htl_C', location: { latitude: 41.403, longitude: 2.157 } },
    { hotelId: 'htl_D', address: { countryCode: 'FR' } },
    { hotelId: 'htl_GONE' },
    { hotelId: 'htl_OLD' },
  ]);
  await changeHotels(app.database.db, 'sandbox', async (tx, write) => {
    await retireHotels(tx, write, ['htl_GONE']);
    return mergeInto(tx, write, [{ hotelId: 'htl_OLD', mergedInto: 'htl_A' }]);
  });
  await writeHotels(app.database.db, 'production', [{ hotelId: 'htl_A' }, { hotelId: 'htl_LIVE' }]);
});
afterAll(() => app.close());

const FULL = {
  hotelId: 'htl_A',
  sourceId: 'own-1',
  name: { es: 'Casa del Puerto', en: 'Harbour House', pt: 'Casa do Porto' },
  type: 'RESORT' as const,
  categoryCode: 'H4' as const,
  stars: 4.5,
  chain: { code: 'HH', name: 'Harbour Houses' },
  address: { street: 'Moll 1', countryCode: 'ES' },
  checkIn: { from: '15:00' },
  contact: { email: 'stay@example.com' },
  externalIds: { giata: '42' },
  description: { en: 'By the sea.' },
  images: [{ url: 'https://images.example.com/1.jpg', caption: { es: 'La casa' } }],
  facilities: [{ code: 'WIFI_FREE' as const }],
  policies: {
    petsAllowed: false,
    texts: [{ code: 'PETS' as const, text: { en: 'No pets.', es: 'Sin mascotas.' } }],
  },
  rooms: [],
};

const post = (body: object, options: object = {}) => app.post(PATH, body, { key, ...options });
const idsOf = async (body: object) => {
  const { status, json } = await post(body);
  expect(status).toBe(200);
  return json.hotels.map(({ hotelId }: { hotelId: string }) => hotelId);
};

describe('hotel fields', () => {
  it('the hotel list returns all fields of a hotel and the requested sections', async () => {
    const { json } = await post({
      hotelIds: ['htl_A'],
      language: 'en-GB',
      include: ['images', 'facilities', 'policies', 'description'],
    });
    expect(json.hotels).toEqual([
      {
        hotelId: 'htl_A',
        status: 'ACTIVE',
        mergedInto: null,
        updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        name: 'Harbour House',
        language: 'en',
        type: 'RESORT',
        categoryCode: 'H4',
        stars: 4.5,
        chain: { code: 'HH', name: 'Harbour Houses' },
        address: { street: 'Moll 1', postalCode: null, city: null, region: null, countryCode: 'ES' },
        location: { latitude: 41.3888, longitude: 2.159 },
        timeZone: 'Europe/Madrid',
        canonicalCityId: 'plc_BCN',
        checkIn: { from: '15:00', until: null },
        checkOut: { from: null, until: null },
        contact: { phone: null, email: 'stay@example.com', website: null },
        externalIds: { giata: '42' },
        description: { text: 'By the sea.', language: 'en' },
        images: [
          {
            url: 'https://images.example.com/1.jpg',
            kind: 'OTHER',
            caption: { text: 'La casa', language: 'es' },
            width: null,
            height: null,
          },
        ],
        facilities: [{ code: 'WIFI_FREE', surcharge: null }],
        policies: {
          minimumCheckInAge: null,
          childrenAllowed: null,
          petsAllowed: false,
          texts: [{ code: 'PETS', text: 'No pets.', language: 'en' }],
        },
      },
    ]);
  });

  it.each([
    [[], []],
    [['images'], ['images']],
    [
      ['policies', 'description'],
      ['description', 'policies'],
    ],
  ])(
    'the hotel list with the include options %j returns the optional sections %j',
    async (include, members) => {
      const { json } = await post({ hotelIds: ['htl_C'], include });
      const optional = ['images', 'facilities', 'policies', 'description'];
      expect(
        Object.keys(json.hotels[0])
          .filter(name => optional.includes(name))
          .sort(),
      ).toEqual(members);
    },
  );

  it("the hotel list returns null for a hotel's missing description and policies", async () => {
    const { json } = await post({ hotelIds: ['htl_C'], include: ['policies', 'description'] });
    expect(json.hotels[0]).toMatchObject({ policies: null, description: null });
  });

  it.each([
    ['htl_A', 'es-MX', 'Casa del Puerto', 'es'],
    ['htl_A', 'ja', 'Harbour House', 'en'],
    ['htl_A', undefined, 'Harbour House', 'en'],
    ['htl_B', 'es', 'Hogar', 'es-AR'],
    ['htl_B', 'ja', 'Casa', 'pt-PT'],
  ])(
    'the hotel %s requested in %s has the name "%s" in language %s',
    async (hotelId, language, name, tag) => {
      const { json } = await post({ hotelIds: [hotelId], ...(language && { language }) });
      expect(json.hotels[0]).toMatchObject({ name, language: tag });
    },
  );

  it('a hotel without its own stars is returned with the stars of its category', async () => {
    const { json } = await post({ hotelIds: ['htl_B', 'htl_C'] });
    expect(json.hotels.map(({ stars }: { stars: number }) => stars)).toEqual([3, null]);
  });
});

describe('listing hotels', () => {
  it.each([
    ['all hotels', {}, ['htl_A', 'htl_B', 'htl_C', 'htl_D']],
    ['hotels by id', { hotelIds: ['htl_C', 'htl_A', 'htl_C'] }, ['htl_A', 'htl_C']],
    ['the hotels of a city and its districts', { canonicalCityId: 'plc_BCN' }, ['htl_A', 'htl_B', 'htl_C']],
    ['the hotels of a district', { canonicalCityId: 'plc_GRACIA' }, ['htl_C']],
    ['the hotels of a zone', { canonicalCityId: 'plc_COAST' }, ['htl_A', 'htl_B', 'htl_C']],
    [
      'the hotels of the target of a merged place',
      { canonicalCityId: 'plc_OLDBCN' },
      ['htl_A', 'htl_B', 'htl_C'],
    ],
    ['the hotels of a country', { countryCode: 'FR' }, ['htl_D']],
    ['nothing in a country without hotels', { countryCode: 'ZZ' }, []],
    ['hotels by category', { categoryCodes: ['H3', 'H5'] }, ['htl_B']],
    [
      'hotels that match all filters',
      { canonicalCityId: 'plc_BCN', countryCode: 'ES', categoryCodes: ['H4'] },
      ['htl_A'],
    ],
    [
      'only hotels whose id and other filters match',
      { hotelIds: ['htl_A', 'htl_D'], countryCode: 'FR' },
      ['htl_D'],
    ],
  ])('the hotel list returns %s', async (_, body, ids) => {
    expect(await idsOf(body)).toEqual(ids);
  });

  it('the hotel list returns removed hotels only by id or when updatedSince is given', async () => {
    const { json } = await post({ hotelIds: ['htl_GONE', 'htl_OLD'] });
    expect(json.hotels).toMatchObject([
      { hotelId: 'htl_GONE', status: 'INACTIVE', mergedInto: null, name: 'Hotel GONE' },
      { hotelId: 'htl_OLD', status: 'MERGED', mergedInto: 'htl_A' },
    ]);
    expect(await idsOf({ updatedSince: '2020-01-01T00:00:00Z', canonicalCityId: 'plc_BCN' })).toEqual([
      'htl_A',
      'htl_B',
      'htl_C',
      'htl_GONE',
      'htl_OLD',
    ]);
  });

  it('the hotel list includes hotels that changed exactly at updatedSince', async () => {
    const { json } = await post({ hotelIds: ['htl_OLD'] });
    const { updatedAt } = json.hotels[0];
    expect(await idsOf({ updatedSince: updatedAt })).toContain('htl_OLD');
    const later = new Date(Date.parse(updatedAt) + 1).toISOString();
    expect(await idsOf({ updatedSince: later })).toEqual([]);
    expect(await idsOf({ updatedSince: updatedAt.replace('Z', '+00:00') })).toContain('htl_OLD');
    expect(await idsOf({ updatedSince: later.replace('Z', '+00:00') })).toEqual([]);
    expect(await idsOf({ updatedSince: '0001-01-01T00:00:00Z', hotelIds: ['htl_A'] })).toEqual(['htl_A']);
    expect(await idsOf({ updatedSince: '9999-12-31T23:59:59.999999Z' })).toEqual([]);
  });

  it('the hotel list warns about unknown hotel ids', async () => {
    const { status, json } = await post({ hotelIds: ['htl_X', 'htl_A', 'LIVE', 'htl_LIVE', 'htl_X'] });
    expect(status).toBe(200);
    expect(json.hotels).toHaveLength(1);
    expect(json.warnings).toEqual([
      { code: 'HOTEL_NOT_FOUND', message: expect.any(String), hotelIds: ['htl_X', 'LIVE', 'htl_LIVE'] },
    ]);
    expect((await post({ hotelIds: ['htl_A'] })).json.warnings).toBeUndefined();
  });

  it('the hotel list returns 404 if none of the requested hotels is known', async () => {
    expect(await post({ hotelIds: ['nothing', ''] })).toMatchObject({
      status: 404,
      json: { error: { code: 'HOTEL_NOT_FOUND' } },
    });
  });

  it.each(['plc_NOWHERE', 'x', '', 'plc_GONE'])(
    'the hotel list returns 404 for the unknown or removed place "%s"',
    async canonicalCityId => {
      const response = await post({ canonicalCityId });
      expect(response).toMatchObject({ status: 404, json: { error: { code: 'DESTINATION_NOT_FOUND' } } });
    },
  );

  it('the hotel list accepts a removed place together with updatedSince', async () => {
    expect(await idsOf({ canonicalCityId: 'plc_GONE', updatedSince: '2020-01-01T00:00:00Z' })).toEqual([]);
  });

  it('the hotel list returns only hotels in the environment of the key', async () => {
    const { json } = await app.post(PATH, {}, { key: liveKey });
    expect(json.meta.environment).toBe('production');
    expect(json.hotels.map(({ hotelId }: { hotelId: string }) => hotelId)).toEqual(['htl_A', 'htl_LIVE']);
    expect(await app.post(PATH, { hotelIds: ['htl_B'] }, { key: liveKey })).toMatchObject({ status: 404 });
  });
});

describe('ETag of hotels', () => {
  it('the hotel list returns 304 without a body for the ETag of unchanged hotels, but not for other hotels', async () => {
    const first = await post({ hotelIds: ['htl_C'] });
    const etag = first.headers.get('etag') as string;
    const again = await post({ hotelIds: ['htl_C'] }, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await post({ hotelIds: ['htl_B'] }, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('the hotel list returns 200 for an old ETag after a hotel has changed', async () => {
    const write = (name: string) =>
      writeHotels(app.database.db, 'sandbox', [{ hotelId: 'htl_E', name: { en: name } }]);
    await write('Before');
    const etag = (await post({ hotelIds: ['htl_E'] })).headers.get('etag') as string;
    await write('After');
    const { status, json } = await post({ hotelIds: ['htl_E'] }, { headers: { 'if-none-match': etag } });
    expect([status, json.hotels[0].name]).toEqual([200, 'After']);
    await changeHotels(app.database.db, 'sandbox', (tx, change) => retireHotels(tx, change, ['htl_E']));
  });
});
