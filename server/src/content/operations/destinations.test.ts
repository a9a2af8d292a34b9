import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPAIN, writeHotels, writePlaces } from '../../../test/catalogue-builder.ts';
import { type TestApp, testApp } from '../../../test/test-app.ts';

const PATH = '/content/hotels/v1/destinations';

let app: TestApp;
let key: string;
let liveKey: string;

beforeAll(async () => {
  app = await testApp();
  ({ secret: key } = await app.createKey());
  ({ secret: liveKey } = await app.createKey({ environment: 'production' }));
  const { db } = app.database;
  await writePlaces(db, [
    ...SPAIN,
    {
      key: 'LAS',
      type: 'CITY',
      name: 'Las Palmas',
      parent: 'ES',
      location: [28.1, -15.4],
      timeZone: 'Atlantic/Canary',
    },
    {
      key: 'AD',
      type: 'COUNTRY',
      name: 'Andorra',
      countryCode: 'AD',
      location: [42.5, 1.5],
      names: [['Principality of Andorra', 'en', 1]],
    },
    {
      key: 'ALV',
      type: 'CITY',
      name: 'Andorra la Vella',
      countryCode: 'AD',
      parent: 'AD',
      location: [42.5, 1.52],
      timeZone: 'Europe/Andorra',
      names: [
        ['Andorra la Vieja', 'es', 1],
        ['Andorra la Vieja de siempre', 'es', 3],
        ['Old Andorra', 'en', 5],
        ['ALV', 'und', 4],
        ['too long', 'und', 4],
      ],
      iataCode: 'ALV',
      airports: ['BCNAIR'],
    },
    { key: 'OLDCT', type: 'REGION', status: 'MERGED', mergedInto: 'CT' },
    { key: 'GONE', type: 'REGION', status: 'INACTIVE', parent: 'ES' },
  ]);
  await writePlaces(db, [
    { key: 'ES', type: 'COUNTRY', name: 'Spain', location: [40, -4], names: [['España', 'es', 1]] },
  ]);
  await writeHotels(db, 'sandbox', [{ hotelId: 'htl_A' }, { hotelId: 'htl_B' }]);
});
afterAll(() => app.close());

const post = (body: object, options: object = {}) => app.post(PATH, body, { key, ...options });
const idsOf = async (body: object) => {
  const { status, json } = await post(body);
  expect(status).toBe(200);
  return json.destinations.map(({ destinationId }: { destinationId: string }) => destinationId.slice(4));
};
// biome-ignore lint/suspicious/noExplicitAny: tests read responses without types
const one = async (id: string, body: object = {}): Promise<any> => {
  const { json } = await post(body);
  return json.destinations.find(
    ({ destinationId }: { destinationId: string }) => destinationId === `plc_${id}`,
  );
};

describe('destination fields', () => {
  it('a destination is returned with its path, codes, time zone and hotel count', async () => {
    expect(await one('BCN')).toEqual({
      destinationId: 'plc_BCN',
      status: 'ACTIVE',
      mergedInto: null,
      type: 'CITY',
      name: 'Barcelona',
      language: 'und',
      countryCode: 'ES',
      parentId: 'plc_CT',
      path: [
        { placeId: 'plc_ES', type: 'COUNTRY', name: 'Spain' },
        { placeId: 'plc_CT', type: 'REGION', name: 'Catalonia' },
      ],
      location: { latitude: 41.3888, longitude: 2.159 },
      timeZone: 'Europe/Madrid',
      iataCodes: ['BCN'],
      hotelCount: 2,
      updatedAt: expect.any(String),
    });
  });

  it.each([
    ['es', 'Andorra la Vieja', 'es'],
    ['es-MX', 'Andorra la Vieja', 'es'],
    ['fr', 'Andorra la Vella', 'und'],
    ['en', 'Andorra la Vella', 'und'],
  ])(
    'a city requested in %s is returned with the name %s in language %s, never with a code or historic name',
    async (language, name, tag) => {
      expect(await one('ALV', { language })).toMatchObject({ name, language: tag });
    },
  );

  it('names whose language is unknown cannot be requested, so English names are returned', async () => {
    const english = { name: 'Principality of Andorra', language: 'en' };
    expect(await one('AD', { language: 'en' })).toMatchObject(english);
    expect(await one('AD', { language: 'und' })).toMatchObject(english);
  });

  it('the ancestors of a destination are returned with names in the requested language', async () => {
    expect((await one('BCN', { language: 'es' })).path).toMatchObject([
      { name: 'España' },
      { name: 'Catalonia' },
    ]);
  });

  it("a city's own IATA code is listed first, followed by those of its airports, without duplicates", async () => {
    expect((await one('ALV')).iataCodes).toEqual(['ALV', 'BCN']);
  });

  it('a country has a time zone only if all its cities share it', async () => {
    expect((await one('AD')).timeZone).toBe('Europe/Andorra');
    expect((await one('ES')).timeZone).toBeNull();
  });

  it("a destination's hotel count includes only hotels in the key's environment", async () => {
    const { json } = await app.post(PATH, { types: ['COUNTRY'], countryCode: 'ES' }, { key: liveKey });
    expect(json.destinations).toMatchObject([{ destinationId: 'plc_ES', hotelCount: 0 }]);
    expect((await one('ES')).hotelCount).toBe(2);
  });
});

describe('listing destinations', () => {
  it.each([
    ['all destinations except districts and airports', {}, ['AD', 'ALV', 'BCN', 'COAST', 'CT', 'ES', 'LAS']],
    ['destinations by type', { types: ['REGION', 'ZONE'] }, ['COAST', 'CT']],
    ['the destinations of a country', { countryCode: 'AD' }, ['AD', 'ALV']],
    ['the direct children of a country', { parentId: 'plc_ES' }, ['CT', 'LAS']],
    ['the direct children of the target of a merged place', { parentId: 'plc_OLDCT' }, ['BCN']],
    ['the places in a zone', { parentId: 'plc_COAST' }, ['BCN']],
    ['nothing in a city without destinations', { parentId: 'plc_BCN' }, []],
    [
      'destinations that match all filters',
      { parentId: 'plc_ES', types: ['CITY'], countryCode: 'ES' },
      ['LAS'],
    ],
  ])('the destination list returns %s', async (_, body, ids) => {
    expect(await idsOf(body)).toEqual(ids);
  });

  it('removed destinations are listed only when updatedSince is given', async () => {
    const { json } = await post({ updatedSince: '2020-01-01T00:00:00Z', types: ['REGION'] });
    expect(json.destinations).toMatchObject([
      { destinationId: 'plc_CT', status: 'ACTIVE' },
      { destinationId: 'plc_GONE', status: 'INACTIVE', mergedInto: null },
      { destinationId: 'plc_OLDCT', status: 'MERGED', mergedInto: 'plc_CT' },
    ]);
    const { updatedAt } = await one('ES');
    expect(await idsOf({ updatedSince: updatedAt })).toEqual(['ES']);
  });

  it.each(['plc_NOWHERE', 'x', '', 'plc_GONE'])(
    'the destination list returns 404 for the unknown or removed place "%s"',
    async parentId => {
      const response = await post({ parentId });
      expect(response).toMatchObject({ status: 404, json: { error: { code: 'DESTINATION_NOT_FOUND' } } });
    },
  );

  it('destinations are returned page by page in a stable order without duplicates', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { json } = await post({ page: { limit: 3, ...(cursor && { cursor }) } });
      seen.push(...json.destinations.map(({ destinationId }: { destinationId: string }) => destinationId));
      cursor = json.page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(seen).toHaveLength(7);
  });

  it('the destination list returns 304 for the ETag of unchanged destinations until their hotel counts change', async () => {
    const etag = (await post({})).headers.get('etag') as string;
    expect((await post({}, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await writeHotels(app.database.db, 'production', [{ hotelId: 'htl_LIVE' }]);
    expect((await post({}, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await writeHotels(app.database.db, 'sandbox', [{ hotelId: 'htl_C' }]);
    expect((await post({}, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});
