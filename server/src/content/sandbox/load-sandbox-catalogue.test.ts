import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPAIN, writePlaces } from '../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { systemClock } from '../../platform/clock.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { loadSandboxCatalogue } from './load-sandbox-catalogue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await writePlaces(database.db, [
    ...SPAIN,
    {
      key: 'MAD',
      type: 'CITY',
      name: 'Madrid',
      parent: 'ES',
      location: [40.4165, -3.7026],
      timeZone: 'Europe/Madrid',
    },
    { key: 'NEAR', type: 'CITY', name: 'A town nobody knows', parent: 'CT', location: [41.36, 2.1] },
  ]);
});
afterAll(() => database.drop());

const load = () => loadSandboxCatalogue(database.db, { clock: systemClock, log: quietLog });

describe('the sandbox catalogue', () => {
  it('the sandbox hotels are loaded once when several processes start at the same time', async () => {
    const loaded = await Promise.all([load(), load(), load()]);
    expect(loaded.filter(Boolean)).toHaveLength(1);
    expect(await load()).toBe(false);
    const counts = await database.db`
      SELECT environment, count(*)::integer AS hotels, count(DISTINCT change_id)::integer AS changes
      FROM hotel GROUP BY environment`;
    expect(counts).toEqual([{ environment: 'sandbox', hotels: 90, changes: 1 }]);
  });

  it('sandbox hotels are assigned to their city and its ancestors, and rooms to their hotels', async () => {
    const [barcelona] = await database.db`
      SELECT hotels FROM place_hotel_count JOIN place ON place.id = place
      WHERE environment = 'sandbox' AND place_id = 'plc_BCN'`;
    expect(barcelona).toEqual({ hotels: 45 });
    const [spain] = await database.db`
      SELECT hotels FROM place_hotel_count JOIN place ON place.id = place
      WHERE environment = 'sandbox' AND place_id = 'plc_ES'`;
    expect(spain).toEqual({ hotels: 90 });
    const [rooms] = await database.db`
      SELECT min(rooms)::integer AS least, max(rooms)::integer AS most
      FROM (SELECT count(*) AS rooms FROM room GROUP BY hotel_id) AS counted`;
    expect(rooms?.least).toBeGreaterThanOrEqual(2);
    expect(rooms?.most).toBeLessThanOrEqual(6);
  });

  it('loading the sandbox hotels does not change places', async () => {
    expect(await database.db`SELECT places FROM catalogue_version`).toEqual([{ places: 1 }]);
  });
});
