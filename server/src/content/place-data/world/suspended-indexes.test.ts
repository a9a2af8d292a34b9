import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { type Database, type DatabasePool, openDatabase } from '../../../platform/database/connect.ts';
import { quietLog } from '../../../platform/database/database-log.ts';

let database: TestDatabase;
let pool: DatabasePool;
let db: Database;

/** There are no places. */
beforeAll(async () => {
  database = await testDatabase();
  pool = openDatabase({ address: database.address, log: quietLog });
  db = pool.asService('a test');
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

async function suspend(tx: Database, table: string): Promise<number> {
  const [row] = await tx<{ dropped: number }[]>`SELECT suspend_place_indexes(${table}) AS dropped`;
  return row?.dropped ?? -1;
}

async function indexes(of: Database): Promise<number> {
  return (await of`SELECT FROM pg_indexes WHERE tablename IN ('place', 'place_airport')`).length;
}

it('all indexes but the one that foreign keys refer to are dropped and created again in one transaction', async () => {
  const all = await indexes(db);
  await db.transaction(async tx => {
    const dropped = (await suspend(tx, 'place')) + (await suspend(tx, 'place_airport'));
    expect(dropped).toBe(all - 1);
    expect(await indexes(tx)).toBe(1);
    const remaining: number[] = [];
    for (let i = 0; i < dropped + 1; i++) {
      const [row] = await tx<{ remaining: number }[]>`SELECT restore_place_index() AS remaining`;
      remaining.push(row?.remaining ?? -1);
    }
    expect(remaining).toEqual([...Array.from({ length: dropped }, (_, i) => dropped - 1 - i), 0]);
  });
  expect(await indexes(db)).toBe(all);
});

it('a transaction that leaves an index out cannot be committed', async () => {
  const all = await indexes(db);
  await expect(db.transaction(tx => suspend(tx, 'place'))).rejects.toThrow('indexes of places are missing');
  expect(await indexes(db)).toBe(all);
});

it('no index is dropped, and nothing waits, while another connection reads places', async () => {
  await db.transaction(async reader => {
    await reader`SELECT FROM place`;
    expect(await db.transaction(tx => suspend(tx, 'place'))).toBe(0);
  });
});
