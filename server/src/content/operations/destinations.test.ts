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
    { key: 'AD', type: 'COUNTRY', name: 'Andorra', countryCode: 'AD', location: [42.5, 1.5] },
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
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const one = async (id: string, body: object = {}): Promise<any> => {
  const { json } = await post(body);
  return json.destinations.find(
    ({ destinationId }: { destinationId: string }) => destinationId === `plc_${id}`,
  );
};

describe('a destination', () => {
  it('is shown with its path, codes, time zone and hotels', async () => {
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
  ])('asked for in %s is %s, tagged %s: no code, no historic name', async (language, name, tag) => {
    expect(await one('ALV', { language })).toMatchObject({ name, language: tag });
  });

  it('names what contains it in the same language', async () => {
    expect((await one('BCN', { language: 'es' })).path).toMatchObject([
      { name: 'España' },
      { name: 'Catalonia' },
    ]);
  });

  it('has its own code, then those of the airports that serve it, each once', async () => {
    expect((await one('ALV')).iataCodes).toEqual(['ALV', 'BCN']);
  });

  it('has the time zone its cities share, and none where they differ', async () => {
    expect((await one('AD')).timeZone).toBe('Europe/Andorra');
    expect((await one('ES')).timeZone).toBeNull();
  });

  it('has the hotels of the environment of the key', async () => {
    const { json } = await app.post(PATH, { types: ['COUNTRY'], countryCode: 'ES' }, { key: liveKey });
    expect(json.destinations).toMatchObject([{ destinationId: 'plc_ES', hotelCount: 0 }]);
    expect((await one('ES')).hotelCount).toBe(2);
  });
});

describe('the list of destinations', () => {
  it.each([
    ['everything but districts and airports', {}, ['AD', 'ALV', 'BCN', 'COAST', 'CT', 'ES', 'LAS']],
    ['types', { types: ['REGION', 'ZONE'] }, ['COAST', 'CT']],
    ['a country', { countryCode: 'AD' }, ['AD', 'ALV']],
    ['what lies directly within', { parentId: 'plc_ES' }, ['CT', 'LAS']],
    ['what lies directly within a successor', { parentId: 'plc_OLDCT' }, ['BCN']],
    ['the members of a zone', { parentId: 'plc_COAST' }, ['BCN']],
    ['a city without destinations in it', { parentId: 'plc_BCN' }, []],
    ['all at once', { parentId: 'plc_ES', types: ['CITY'], countryCode: 'ES' }, ['LAS']],
  ])('by %s', async (_, body, ids) => {
    expect(await idsOf(body)).toEqual(ids);
  });

  it('shows removed ones with updatedSince alone', async () => {
    const { json } = await post({ updatedSince: '2020-01-01T00:00:00Z', types: ['REGION'] });
    expect(json.destinations).toMatchObject([
      { destinationId: 'plc_CT', status: 'ACTIVE' },
      { destinationId: 'plc_GONE', status: 'INACTIVE', mergedInto: null },
      { destinationId: 'plc_OLDCT', status: 'MERGED', mergedInto: 'plc_CT' },
    ]);
    const { updatedAt } = await one('ES');
    expect(await idsOf({ updatedSince: updatedAt })).toEqual(['ES']);
  });

  it.each(['plc_NOWHERE', 'x', '', 'plc_GONE'])('within the unknown place "%s" is 404', async parentId => {
    const answer = await post({ parentId });
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'DESTINATION_NOT_FOUND' } } });
  });

  it('pages in a stable order', async () => {
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

  it('answers 304 to the ETag of the same places with as many hotels', async () => {
    const etag = (await post({})).headers.get('etag') as string;
    expect((await post({}, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await writeHotels(app.database.db, 'production', [{ hotelId: 'htl_LIVE' }]);
    expect((await post({}, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await writeHotels(app.database.db, 'sandbox', [{ hotelId: 'htl_C' }]);
    expect((await post({}, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});
