import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { systemClock } from '../../../platform/clock.ts';
import { type Database, type DatabasePool, openDatabase } from '../../../platform/database/connect.ts';
import { quietLog } from '../../../platform/database/database-log.ts';
import { writeCatalogue } from '../../catalogue-change-store.ts';
import { readIndex } from '../../places/live/read-index.ts';
import { writeSnapshot } from '../../places/search-index/snapshot.ts';
import { mergeSandboxPlace } from '../../sandbox/scenarios/sandbox-place-store.ts';
import { raisePlacesVersion } from '../follow-places-store.ts';
import { loadPlaceSeed, mergeSeed } from '../load-place-seed.ts';
import { completeNames, writePendingNames } from '../seed/pending-names.ts';
import { SeedWork } from './seed-work.ts';

/** A part of the cities, with all countries, regions, airports and zones. `SERAI_TEST_WHOLE_SEED=1` compares all of them. */
const EVERY_CITY = process.env.SERAI_TEST_WHOLE_SEED === undefined ? 60 : 1;
const options = { clock: systemClock, log: quietLog };

interface Opened {
  database: TestDatabase;
  pool: DatabasePool;
  db: Database;
}
async function open(): Promise<Opened> {
  const database = await testDatabase();
  const pool = openDatabase({ address: database.address, log: quietLog, statementTimeoutMs: 0 });
  return { database, pool, db: pool.asService('a test') };
}
async function close({ database, pool }: Opened): Promise<void> {
  await pool.close();
  await database.drop();
}

let computed: Opened;
let merged: Opened;
let folder: string;
let index: ArrayBufferLike;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-world-'));
  [computed, merged] = [await open(), await open()];
  // An earlier start that was interrupted has used some numbers.
  await computed.database.ownerDb.script('ALTER TABLE place ALTER COLUMN id RESTART WITH 900');
  const work = new SeedWork({ everyCity: EVERY_CITY });
  const loaded = await loadPlaceSeed(computed.db, { ...options, startWork: () => work });
  const version = loaded.computed?.version ?? 0;
  index = await work.finishIndex({ version, database: 'test', dataDir: folder });
  await writePendingNames(computed.db, work);
  await work.stop();
  await writeCatalogue(merged.db, 'place seed', async (tx, changeId) => {
    await mergeSeed(tx, changeId, undefined, EVERY_CITY);
    await mergeSandboxPlace(tx, changeId);
    await raisePlacesVersion(tx);
  });
});
afterAll(async () => {
  await Promise.all([close(computed), close(merged)]);
  await rm(folder, { recursive: true, force: true });
});

/** Public ids instead of internal ids, because the two ways number the places differently. */
const QUERIES = {
  places: `
    SELECT place.place_id, place.source, place.source_id, place.type, place.status, place.name, place.language,
      place.country_code, place.region_code, parent.place_id AS parent, place.latitude, place.longitude, place.south,
      place.west, place.north, place.east, place.time_zone, place.population, place.feature_code, place.iata_code,
      place.weight, place.change_id = place.created_change_id AS is_new
    FROM place LEFT JOIN place AS parent ON parent.id = place.parent_id ORDER BY place.place_id`,
  names: `
    SELECT place_id, place_name.name, place_name.language, class FROM place_name JOIN place ON place.id = place
    ORDER BY place_id, place_name.name COLLATE "C", place_name.language`,
  airports: `
    SELECT place.place_id, rank, airport.place_id AS airport, distance_metres FROM place_airport
    JOIN place ON place.id = place JOIN place AS airport ON airport.id = airport ORDER BY place.place_id, rank`,
  areas: 'SELECT place_id, geometry FROM zone_area JOIN place ON place.id = zone ORDER BY place_id',
  members: `
    SELECT zone.place_id AS zone, member.place_id AS member FROM zone_member
    JOIN place AS zone ON zone.id = zone JOIN place AS member ON member.id = place ORDER BY 1, 2`,
};

async function rowsOf({ database }: Opened, query: string): Promise<string[]> {
  const rows = await database.ownerDb<{ row: string }[]>`
    SELECT row_to_json(listed)::text AS row FROM (${database.ownerDb(Object.assign([query], { raw: [query] }))}) AS listed`;
  return rows.map(({ row }) => row);
}

it.each(Object.entries(QUERIES))(
  'a first start computes the same %s as an import into a database with places',
  async (_, query) => {
    const [expected, actual] = [await rowsOf(merged, query), await rowsOf(computed, query)];
    expect(actual.length).toBeGreaterThan(30);
    const known = new Set(expected);
    expect(actual.filter(row => !known.has(row)).slice(0, 5)).toEqual([]);
    expect(actual.length).toBe(expected.length);
  },
);

it('the index of a first start equals the index that is built from the database', async () => {
  const built = writeSnapshot(await readIndex(computed.db));
  expect(Buffer.compare(Buffer.from(built), Buffer.from(index))).toBe(0);
});

it('new places get the next numbers after a first start', async () => {
  await writeCatalogue(computed.db, 'a test', async (tx, changeId) => {
    const [added] = await tx<{ id: number; last: number }[]>`
      INSERT INTO place (place_id, source, source_id, type, name, country_code, latitude, longitude, created_change_id,
        change_id)
      VALUES ('plc_TEST', 'test', 'test', 'CITY', 'Test', 'ES', 0, 0, ${changeId}, ${changeId})
      RETURNING id, (SELECT max(id) FROM place) AS last`;
    expect(added?.id).toBe((added?.last ?? 0) + 1);
    await tx`DELETE FROM place WHERE place_id = 'plc_TEST'`;
  });
});

it('a start that is interrupted before all names are written is completed by the next start', async () => {
  const interrupted = await open();
  try {
    const work = new SeedWork({ everyCity: EVERY_CITY });
    await loadPlaceSeed(interrupted.db, { ...options, startWork: () => work });
    const refused = expect(writePendingNames(interrupted.db, work)).rejects.toThrow('has stopped');
    await work.stop();
    await refused;
    // An index without these names would look complete.
    await expect(readIndex(interrupted.db)).rejects.toThrow('still being written');
    const names = [completeNames(interrupted.db, { everyCity: EVERY_CITY }), completeNames(interrupted.db)];
    expect((await Promise.all(names)).sort()).toEqual([false, true]);
    expect(await completeNames(interrupted.db)).toBe(false);
    expect(await rowsOf(interrupted, QUERIES.names)).toEqual(await rowsOf(computed, QUERIES.names));
    await readIndex(interrupted.db);
  } finally {
    await close(interrupted);
  }
});

it('a start that is stopped after the thread has sent all names does not wait until they are written', async () => {
  const interrupted = await open();
  try {
    const work = new SeedWork({ everyCity: EVERY_CITY });
    const { computed: seed } = await loadPlaceSeed(interrupted.db, { ...options, startWork: () => work });
    const names = work.rows('search_name');
    await work.finishIndex({ version: seed?.version ?? 0, database: 'test', dataDir: folder });
    // The thread ends when it has sent everything.
    await expect.poll(() => work.failure?.message).toContain('has stopped');
    const refused = expect(writePendingNames(interrupted.db, work)).rejects.toThrow('has stopped');
    await work.stop();
    await refused;
    await expect(names[Symbol.asyncIterator]().next()).rejects.toThrow('has stopped');
    expect(await completeNames(interrupted.db, { everyCity: EVERY_CITY })).toBe(true);
    expect(await rowsOf(interrupted, QUERIES.names)).toEqual(await rowsOf(computed, QUERIES.names));
    // An index that an earlier version built without these names is not used.
    expect(await interrupted.db`SELECT places FROM catalogue_version`).toEqual([
      { places: (seed?.version ?? 0) + 1 },
    ]);
  } finally {
    await close(interrupted);
  }
});

it('places are loaded with SQL statements if the thread has too little memory', async () => {
  const small = await open();
  try {
    const work = new SeedWork({ everyCity: EVERY_CITY, maxHeapMb: 8 });
    const startWork = () => work;
    expect(await loadPlaceSeed(small.db, { ...options, startWork, everyCity: EVERY_CITY })).toEqual({
      isLoaded: true,
    });
    expect(await completeNames(small.db)).toBe(false);
    await readIndex(small.db);
  } finally {
    await close(small);
  }
});

it('a start that is interrupted while it writes places leaves nothing behind, and the next start loads them', async () => {
  const interrupted = await open();
  try {
    const work = new SeedWork({ everyCity: EVERY_CITY });
    const loading = loadPlaceSeed(interrupted.db, { ...options, startWork: () => work });
    const refused = expect(loading).rejects.toThrow('has stopped');
    await work.stop();
    await refused;
    expect(await interrupted.db`SELECT FROM place LIMIT 1`).toEqual([]);
    const again = new SeedWork({ everyCity: EVERY_CITY });
    expect(await loadPlaceSeed(interrupted.db, { ...options, startWork: () => again })).toMatchObject({
      isLoaded: true,
    });
    await again.stop();
    expect(await rowsOf(interrupted, QUERIES.places)).toEqual(await rowsOf(computed, QUERIES.places));
  } finally {
    await close(interrupted);
  }
});
