import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPAIN, writeHotels, writePlaces } from '../../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { type TestApp, testApp } from '../../../../test/test-app.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await testDatabase();
  await writePlaces(database.db, SPAIN);
  await writeHotels(database.db, 'sandbox', [{ hotelId: 'htl_A', canonicalCityId: 'plc_BCN' }]);
  app = await testApp({ database });
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});

const search = (input: object) => app.operate('places/search', { environment: 'sandbox', ...input });

describe('places/search', () => {
  it.each([
    { query: 'barc', limit: 5 },
    { query: 'bracelona', types: ['CITY'], near: { latitude: 41, longitude: 2 } },
    { query: 'barcelona spain', countryCodes: ['ES'], language: 'es' },
  ])('places/search returns the same places as the partner operation: %j', async query => {
    const { secret } = await app.createKey();
    const path = '/content/hotels/v1/places/search-destination';
    const { json: partner } = await app.post(path, query, { key: secret });
    const { status, json } = await search(query);
    expect(status).toBe(200);
    expect(json.places).toEqual(partner.destinations);
    expect(json.places[0]).toMatchObject({ placeId: 'plc_BCN', hotelCount: 1 });
  });

  it('places/search counts only the hotels of the requested environment', async () => {
    const { json } = await search({ environment: 'production', query: 'barcelona' });
    expect(json.places[0]).toMatchObject({ placeId: 'plc_BCN', hotelCount: 0 });
  });

  it('places/search rejects an invalid query with the path of the field', async () => {
    const { status, json } = await search({ query: ' ' });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: '/query' }] });
  });

  it('places/search is not written to the request log', async () => {
    await search({ query: 'barc' });
    const { requests } = (await app.operate('requests/list', {})).json;
    expect(requests.filter(({ keyId }: { keyId: string }) => keyId === 'operator')).toEqual([]);
  });
});

it('a gateway without the place index forwards places/search to a backend', async () => {
  const backend = await testApp({ database, role: 'backend' });
  const gateway = await testApp({
    database,
    role: 'gateway',
    settings: { SERAI_BACKEND_URLS: backend.backendUrl },
  });
  try {
    const { json } = await gateway.operate('places/search', { environment: 'sandbox', query: 'barc' });
    expect(json.places[0]).toMatchObject({ placeId: 'plc_BCN', match: { kind: 'PREFIX' } });
  } finally {
    await gateway.close();
    await backend.close();
  }
});
