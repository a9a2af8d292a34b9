import { HOSTILE_HOTEL_ID, scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPAIN, writeHotels, writePlaces } from '../../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { type TestApp, testApp } from '../../../../test/test-app.ts';
import { quietLog } from '../../../platform/database/database-log.ts';
import { SANDBOX_PLACE_ID } from '../../places/sandbox-place.ts';
import { loadScenarioHotels } from './load-scenario-hotels.ts';

const CONTENT = '/content/hotels/v1';

let database: TestDatabase;
let app: TestApp;
const keys: Record<string, string> = {};

beforeAll(async () => {
  database = await testDatabase();
  await writePlaces(database.db, [
    ...SPAIN,
    { key: 'SB', type: 'CITY', name: 'Sandbox Creek', parent: 'ES', location: [40, -3] },
  ]);
});
afterAll(async () => {
  await app?.close();
  await database.drop();
});

async function post(environment: string, path: string, body: object) {
  return app.post(path, body, { key: keys[environment] as string });
}

describe('the scenario hotels', () => {
  it('the scenario hotels are loaded once when several processes start at the same time', async () => {
    const load = () => loadScenarioHotels(database.db, quietLog);
    expect((await Promise.all([load(), load(), load()])).filter(Boolean)).toHaveLength(1);
    expect(await load()).toBe(false);
    const [counted] = await database.db`
      SELECT count(*)::integer AS hotels, count(DISTINCT change_id)::integer AS changes FROM hotel`;
    expect(counted).toEqual({ hotels: SCENARIOS.length + 1, changes: 1 });
  });

  it('the scenario hotels are updated when a new version changes them', async () => {
    const { db } = database;
    await db`UPDATE catalogue_seed SET version = 'older' WHERE name = 'sandbox-scenarios'`;
    await writeHotels(db, 'sandbox', [{ hotelId: scenarioHotelId('ok'), name: { en: 'Another' } }]);
    expect(await loadScenarioHotels(db, quietLog)).toBe(true);
    const [hotel] = await db`
      SELECT content -> 'name' ->> 'en' AS name, places FROM hotel WHERE hotel_id = ${scenarioHotelId('ok')}`;
    expect(hotel?.name).toBe('Sandbox ok');
    expect(hotel?.places).toHaveLength(1);
  });

  it('a search with a sandbox key ranks the sandbox place first and finds its hotels', async () => {
    app = await testApp({ database });
    for (const environment of ['sandbox', 'production']) {
      keys[environment] = (await app.createKey({ environment })).secret;
    }
    for (const query of ['sandbox', 'Sandbox', 'sandbx']) {
      const { json } = await post('sandbox', `${CONTENT}/places/search`, { query });
      expect(json.places[0]).toMatchObject({
        placeId: SANDBOX_PLACE_ID,
        type: 'CITY',
        displayName: 'Sandbox',
      });
    }
    const destination = await post('sandbox', `${CONTENT}/places/search-destination`, { query: 'sandbox' });
    expect(destination.json.destinations[0]).toMatchObject({
      placeId: SANDBOX_PLACE_ID,
      hotelCount: SCENARIOS.length + 1,
    });
    const { json } = await post('sandbox', '/hotels/by-destination', {
      destination: { canonicalCityId: SANDBOX_PLACE_ID },
      page: { limit: 100 },
    });
    const ids = json.hotels.map(({ hotelId }: { hotelId: string }) => hotelId);
    expect(ids).toEqual([...SCENARIOS.map(({ name }) => scenarioHotelId(name)), HOSTILE_HOTEL_ID]);
    const listed = await post('sandbox', `${CONTENT}/destinations`, {});
    expect(JSON.stringify(listed.json)).toContain(SANDBOX_PLACE_ID);
  });

  it('the sandbox place and its hotels are hidden from a production key', async () => {
    for (const path of [`${CONTENT}/places/search`, `${CONTENT}/places/search-destination`]) {
      for (const query of ['sandbox', 'sand', 'sandbx', 'sandbox hotel']) {
        for (const near of [undefined, { latitude: 0, longitude: 0 }]) {
          const { status, text } = await post('production', path, { query, ...(near && { near }) });
          expect(status).toBe(200);
          expect(text).not.toContain(SANDBOX_PLACE_ID);
          if (query === 'sandbox') expect(text).toContain('Sandbox Creek');
        }
      }
    }
    const updatedSince = '2020-01-01T00:00:00Z';
    for (const body of [{}, { updatedSince }]) {
      expect((await post('production', `${CONTENT}/destinations`, body)).text).not.toContain(
        SANDBOX_PLACE_ID,
      );
      expect((await post('production', `${CONTENT}/hotels`, body)).text).not.toContain('htl_sandbox');
    }
    const refused = [
      await post('production', '/hotels/by-destination', {
        destination: { canonicalCityId: SANDBOX_PLACE_ID },
      }),
      await post('production', `${CONTENT}/hotels`, { canonicalCityId: SANDBOX_PLACE_ID }),
      await post('production', `${CONTENT}/hotels`, { canonicalCityId: SANDBOX_PLACE_ID, updatedSince }),
      await post('production', `${CONTENT}/destinations`, { parentId: SANDBOX_PLACE_ID }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
