import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Database, type DatabasePool, openDatabase } from '../../platform/database/connect.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { placeIdOf } from '../places/place-id.ts';
import { addNewNames, hasPlaceSeed, loadPlaceSeed, type SeedProgress } from './load-place-seed.ts';
import { awaitNames, completeNames, writePendingNames } from './seed/pending-names.ts';
import { SeedWork } from './world/seed-work.ts';

let database: TestDatabase;
let pool: DatabasePool;
let db: Database;
let loaded: boolean[];
let namesWritten: boolean[];
let indexesBefore: string[];
const progress: SeedProgress[] = [];

/** Loads the real data once for all tests. */
beforeAll(async () => {
  database = await testDatabase();
  pool = openDatabase({ address: database.address, log: quietLog, statementTimeoutMs: 0 });
  db = pool.asService('a test');
  indexesBefore = await placeIndexes();
  const options = {
    clock: systemClock,
    log: quietLog,
    onProgress: (each: SeedProgress) => progress.push(each),
  };
  const startWork = () => new SeedWork();
  const results = await Promise.all([0, 1].map(() => loadPlaceSeed(db, { ...options, startWork })));
  loaded = results.map(({ isLoaded }) => isLoaded);
  const [work] = results.flatMap(({ computed }) => computed?.work ?? []) as [SeedWork];
  work.finishIndex({ version: 1, database: 'test', dataDir: '/nonexistent' }).catch(() => {});
  const writing = writePendingNames(db, work);
  namesWritten = [await awaitNames(db, systemClock).then(() => completeNames(db)), await writing];
  await work.stop();
}, 300_000);
afterAll(async () => {
  await pool.close();
  await database.drop();
});

async function placeIndexes(): Promise<string[]> {
  const rows = await db<{ definition: string }[]>`
    SELECT indexdef AS definition FROM pg_indexes WHERE tablename IN ('place', 'place_airport') ORDER BY indexname`;
  return rows.map(({ definition }) => definition);
}

async function city(name: string, countryCode: string) {
  const [row] = await db`
    SELECT place.*, parent.name AS parent,
      (SELECT array_agg(airport.iata_code ORDER BY rank) FROM place_airport
        JOIN place AS airport ON airport.id = place_airport.airport WHERE place_airport.place = place.id) AS airports,
      (SELECT array_agg(zone.name) FROM zone_member
        JOIN place AS zone ON zone.id = zone_member.zone WHERE zone_member.place = place.id) AS zones
    FROM place LEFT JOIN place AS parent ON parent.id = place.parent_id
    WHERE place.type IN ('CITY', 'DISTRICT') AND place.name = ${name} AND place.country_code = ${countryCode}
    ORDER BY place.weight DESC LIMIT 1`;
  return row;
}

it('the place seed is loaded once when two processes start at the same time', async () => {
  expect(loaded.sort()).toEqual([false, true]);
  expect(namesWritten).toEqual([false, true]);
  expect(await hasPlaceSeed(db)).toBe(true);
  const [counted] = await db`SELECT places FROM catalogue_version`;
  expect(counted).toEqual({ places: 1 });
});

it('progress is reported in each phase of loading the place seed, and phases do not repeat', () => {
  const phases = progress.map(({ phase }) => phase).filter((phase, i, all) => phase !== all[i - 1]);
  // Rows and indexes are only shown if they take longer than the surroundings.
  const shown = phases.filter(phase => phase !== 'writing places' && phase !== 'creating indexes');
  expect(shown).toEqual(['reading places', 'linking places to airports and zones', 'writing surroundings']);
  expect(new Set(phases).size).toBe(phases.length);
  expect(progress.every(({ done, total }) => done >= 0 && done <= total)).toBe(true);
  expect(progress.at(-1)).toEqual({ phase: 'writing surroundings', done: 5, total: 5 });
});

it('places have the same indexes and constraints after the place seed as before, and statistics', async () => {
  expect(indexesBefore.length).toBeGreaterThan(8);
  expect(await placeIndexes()).toEqual(indexesBefore);
  const constraints = await db<{ name: string }[]>`
    SELECT conname AS name FROM pg_constraint
    WHERE conrelid = ANY (ARRAY['place', 'place_airport']::regclass[]) AND contype IN ('p', 'u') ORDER BY name`;
  expect(constraints.map(({ name }) => name)).toEqual([
    'place_airport_pkey',
    'place_pkey',
    'place_place_id_key',
    'place_source_source_id_key',
  ]);
  const known = await database.ownerDb<{ column: string; values: string }[]>`
    SELECT tablename || '.' || attname AS column, most_common_vals::text AS values FROM pg_stats
    WHERE (tablename, attname) IN (('place', 'type'), ('place_airport', 'rank')) ORDER BY 1`;
  expect(known).toEqual([
    { column: 'place.type', values: expect.stringContaining('AIRPORT') },
    { column: 'place_airport.rank', values: expect.stringContaining('3') },
  ]);
});

it('indexes of places can only be dropped while there are no places', async () => {
  await expect(db`SELECT suspend_place_indexes('place')`).rejects.toThrow(
    'the places have already been loaded',
  );
  await expect(db`SELECT suspend_place_indexes('hotel')`).rejects.toThrow(
    'the indexes of hotel must not be dropped',
  );
  expect(await placeIndexes()).toEqual(indexesBefore);
});

it('the place seed contains more than 190,000 cities and 8,000 airports', async () => {
  const rows = await db<{ type: string; count: number }[]>`SELECT type, count(*) FROM place GROUP BY type`;
  const counts = Object.fromEntries(rows.map(({ type, count }) => [type, count]));
  expect(counts.CITY).toBeGreaterThan(190_000);
  expect(counts.DISTRICT).toBeGreaterThan(6_000);
  expect(counts.AIRPORT).toBeGreaterThan(8_000);
  expect(counts.REGION).toBeGreaterThan(3_500);
  expect(counts.COUNTRY).toBeGreaterThan(240);
  expect(counts.ZONE).toBeGreaterThan(39);
});

it('the place seed assigns parents, airports, zones and locations', async () => {
  expect(await city('Barcelona', 'ES')).toMatchObject({
    place_id: placeIdOf('geonames', '3128760'),
    parent: 'Catalonia',
    time_zone: 'Europe/Madrid',
    airports: ['BCN', 'GRO', 'REU'],
  });
  expect(await city('Lloret de Mar', 'ES')).toMatchObject({ zones: ['Costa Brava'] });
  expect(await city('Gràcia', 'ES')).toMatchObject({ type: 'DISTRICT', parent: 'Barcelona' });
  const [spain] = await db`SELECT * FROM place WHERE type = 'COUNTRY' AND country_code = 'ES'`;
  expect(spain).toMatchObject({ name: 'Spain', language: 'en', parent_id: null });
  expect(spain?.latitude as number).toBeGreaterThan(38);
  expect(spain?.latitude as number).toBeLessThan(42);
});

it.each([
  ['Hanoi', 'VN', 'Hanoi'],
  ['Ho Chi Minh City', 'VN', 'Ho Chi Minh City (HCMC)'],
  ['Nha Trang', 'VN', 'Khanh Hoa'],
  ['Drammen', 'NO', 'Buskerud'],
  ['Bergen', 'NO', 'Vestland'],
  ['Hawassa', 'ET', 'Sidama Region'],
  ['Macau', 'MO', 'Macao'],
  ['New York City', 'US', 'New York'],
  ['Lima', 'PE', 'Lima Province'],
])('the place seed assigns %s (%s) to the region %s', async (name, code, parent) => {
  expect(await city(name, code)).toMatchObject({ parent });
});

it.each([
  ['Istanbul', 'TR', 'IST'],
  ['Kuala Lumpur', 'MY', 'KUL'],
  ['Reykjavík', 'IS', 'KEF'],
  ['Playa del Carmen', 'MX', 'CUN'],
  ['Girona', 'ES', 'GRO'],
  ['Liverpool', 'GB', 'LPL'],
])('for %s (%s), the place seed lists the airport %s first', async (name, code, airport) => {
  expect((await city(name, code))?.airports).toMatchObject({ 0: airport });
});

it('the place seed has names for Germany in more than 70 languages and gives the local name class 1', async () => {
  const rows = await db<{ language: string; name: string; class: number }[]>`
    SELECT place_name.language, place_name.name, class FROM place_name JOIN place ON place.id = place
    WHERE type = 'COUNTRY' AND country_code = 'DE'`;
  expect(new Set(rows.map(({ language }) => language)).size).toBeGreaterThan(70);
  expect(rows).toContainEqual({ language: 'en', name: 'Germany', class: 0 });
  expect(rows).toContainEqual({ language: 'de', name: 'Deutschland', class: 1 });
  expect(rows).toContainEqual({ language: 'es', name: 'Alemania', class: 2 });
  expect(rows).toContainEqual({ language: 'fi', name: 'Saksa', class: 3 });
});

async function placesNamed(name: string): Promise<string[]> {
  const rows = await db<{ shown: string }[]>`
    SELECT place.name AS shown FROM place_name JOIN place ON place.id = place
    WHERE place_name.name = ${name} ORDER BY place.id`;
  return rows.map(({ shown }) => shown);
}

it('an installation with the first version of the place seed gets the names that were added later, and only once', async () => {
  const added = { region: 'Cerdeña', airport: 'Ogle Airport' };
  expect(await placesNamed(added.region)).toEqual(['Sardinia']);
  expect(await placesNamed(added.airport)).toEqual(['Eugene F. Correira International Airport']);
  const before = await db`SELECT count(*) FROM place_name`;
  await db`DELETE FROM place_name WHERE name IN (${added.region}, ${added.airport})`;
  await db`UPDATE catalogue_seed SET version = '1' WHERE name = 'places'`;
  const load = () => addNewNames(db);
  await load();
  expect(await placesNamed(added.region)).toEqual(['Sardinia']);
  expect(await placesNamed(added.airport)).toEqual(['Eugene F. Correira International Airport']);
  expect(await db`SELECT count(*) FROM place_name`).toEqual(before);
  expect(await db`SELECT places FROM catalogue_version`).toEqual([{ places: 2 }]);
  await load();
  expect(await db`SELECT places FROM catalogue_version`).toEqual([{ places: 2 }]);
});

it('the place seed has no reference to a missing place and no place without a name', async () => {
  const [loose] = await db`
    SELECT
      (SELECT count(*) FROM place_name WHERE place NOT IN (SELECT id FROM place)) AS names,
      (SELECT count(*) FROM place WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM place)) AS parents,
      (SELECT count(*) FROM place_airport WHERE place NOT IN (SELECT id FROM place)
        OR airport NOT IN (SELECT id FROM place WHERE type = 'AIRPORT')) AS airports,
      (SELECT count(*) FROM place WHERE weight NOT BETWEEN 0 AND 1) AS weights,
      (SELECT count(*) FROM place WHERE NOT EXISTS (
        SELECT FROM place_name WHERE place_name.place = place.id AND class = 0)) AS nameless`;
  expect(loose).toEqual({ names: 0, parents: 0, airports: 0, weights: 0, nameless: 0 });
});

it('statements with the rights of the owner cannot be added to those that create indexes', async () => {
  const statement = 'CREATE TABLE public.taken ()';
  await expect(db`INSERT INTO suspended_index (statement) VALUES (${statement})`).rejects.toThrow(
    'permission denied',
  );
  const remaining = await db.transaction(async tx => {
    await tx.script('CREATE TEMPORARY TABLE suspended_index (id integer, statement text) ON COMMIT DROP');
    await tx`INSERT INTO suspended_index VALUES (1, ${statement})`;
    const [row] = await tx<{ remaining: number }[]>`SELECT restore_place_index() AS remaining`;
    return row?.remaining;
  });
  expect(remaining).toBe(0);
  expect(await db`SELECT FROM pg_tables WHERE tablename = 'taken'`).toEqual([]);
});
