import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { awaitSettledChanges, NoChange, writeCatalogue } from './catalogue-change-store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it('later catalogue changes always get later timestamps, even if the clock was set back', async () => {
  const { db } = database;
  const change = () => writeCatalogue(db, 'test', async (_, changeId) => changeId);
  const first = await change();
  await db`UPDATE catalogue_change SET at = now() + interval '1 day' WHERE id = ${first}`;
  const [second, third] = [await change(), await change()];
  const rows = await db<{ id: number }[]>`
    SELECT id FROM catalogue_change WHERE at > now() + interval '23 hours' ORDER BY at`;
  expect(rows.map(({ id }) => id)).toEqual([first, second, third]);
});

it('writeCatalogue rolls back a write that reports no change and returns its result', async () => {
  const { db } = database;
  const changes = () => db`SELECT max(id) AS newest, count(*) AS changes FROM catalogue_change`;
  const before = await changes();
  const result = await writeCatalogue(db, 'nothing', async tx => {
    await tx`UPDATE catalogue_version SET places = places + 1`;
    throw new NoChange('the same as before');
  });
  expect(result).toBe('the same as before');
  expect(await changes()).toEqual(before);
});

it('writeCatalogue rethrows an error that its callback throws', async () => {
  const { db } = database;
  await expect(writeCatalogue(db, 'failing', () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
});

it('awaitSettledChanges waits for a catalogue change that has a timestamp but is not yet committed', async () => {
  const { db } = database;
  let commit = () => {};
  const mayCommit = new Promise<void>(resolve => {
    commit = resolve;
  });
  let stamped = () => {};
  const isStamped = new Promise<void>(resolve => {
    stamped = resolve;
  });
  const slow = Object.assign(((...args: Parameters<typeof db>) => db(...args)) as typeof db, {
    ...db,
    transaction: <T>(work: (tx: typeof db) => Promise<T>) =>
      db.transaction(async tx => {
        const result = await work(tx as typeof db);
        stamped();
        await mayCommit;
        return result;
      }),
  });
  const changeId = writeCatalogue(slow, 'slow', async (_, id) => id);
  await isStamped;
  let isSettled = false;
  const settledAt = awaitSettledChanges(db).then(at => {
    isSettled = true;
    return at;
  });
  await db`SELECT pg_sleep(0.2)`;
  expect(isSettled).toBe(false);
  commit();
  const [id, at] = [await changeId, await settledAt];
  const [row] = await db<{ at: Date }[]>`SELECT at FROM catalogue_change WHERE id = ${id}`;
  expect(row?.at).toBeInstanceOf(Date);
  expect(at).toBeGreaterThan(0);
});

it('writeCatalogue refreshes the statistics of a table that has grown', async () => {
  const { db } = database;
  const analysed = async () =>
    (
      await db<
        { rows: number }[]
      >`SELECT reltuples::integer AS rows FROM pg_class WHERE relname = 'place_name'`
    )[0]?.rows;
  expect(await analysed()).toBe(-1);
  await writeCatalogue(db, 'names', async (tx, changeId) => {
    await tx`
      INSERT INTO place (place_id, source, source_id, type, name, country_code, latitude, longitude,
        created_change_id, change_id)
      VALUES ('plc_A', 'test', 'A', 'CITY', 'A', 'ES', 0, 0, ${changeId}, ${changeId})`;
    await tx`
      INSERT INTO place_name (place, name, class)
      SELECT place.id, repeat('x', 100) || n, 3 FROM place, generate_series(1, 20000) AS n`;
  });
  expect(await analysed()).toBeGreaterThan(15_000);
});
