import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { type Database, openOwnerDatabase } from './connect.ts';
import { quietLog } from './database-log.ts';
import { inStatement, inTransaction } from './in-transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
  await database.ownerDb.script(`
    CREATE TABLE counter (name text PRIMARY KEY, value integer NOT NULL);
    INSERT INTO counter VALUES ('a', 0), ('b', 0);
    CREATE TABLE attempt (n integer);`);
});
afterAll(() => database.drop());

const raise = (tx: Database, code: string) =>
  tx.script(`DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '${code}'; END $$`);

test.each(['40001', '40P01'])(
  'a transaction that fails with %s is retried as a whole, at most three times',
  async code => {
    let attempts = 0;
    const work = inTransaction(database.ownerDb, async tx => {
      attempts += 1;
      await tx`INSERT INTO attempt VALUES (${attempts})`;
      await raise(tx, code);
    });
    await expect(work).rejects.toMatchObject({ code });
    expect(attempts).toBe(4);
    expect(await database.ownerDb`SELECT n FROM attempt`).toEqual([]);
  },
);

test('a single statement is retried like a transaction', async () => {
  let attempts = 0;
  const work = inStatement(database.ownerDb, db => {
    attempts += 1;
    return raise(db, '40001');
  });
  await expect(work).rejects.toMatchObject({ code: '40001' });
  expect(attempts).toBe(4);
});

test('the error from the failed statement is reported if several statements were sent together', async () => {
  const later = async (work: PromiseLike<unknown>, steps: number): Promise<unknown> =>
    steps === 0 ? work : later(work, steps - 1);
  const work = inTransaction(database.ownerDb, tx =>
    Promise.all([later(tx`SELECT 1 / ${0}::integer`, 9), tx`SELECT ${1}::integer`, tx`SELECT 2`]),
  );
  await expect(work).rejects.toMatchObject({ code: '22012' });
});

test('a transaction that fails with a unique violation is not retried', async () => {
  let attempts = 0;
  const work = inTransaction(database.ownerDb, tx => {
    attempts += 1;
    return raise(tx, '23505');
  });
  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(attempts).toBe(1);
});

test('two transactions that deadlock both succeed eventually', async () => {
  const bump = (first: string, second: string) =>
    inTransaction(database.ownerDb, async tx => {
      await tx`UPDATE counter SET value = value + 1 WHERE name = ${first}`;
      await tx`SELECT pg_sleep(0.1)`;
      await tx`UPDATE counter SET value = value + 1 WHERE name = ${second}`;
    });
  await Promise.all([bump('a', 'b'), bump('b', 'a')]);
  expect(await database.ownerDb`SELECT value FROM counter`).toEqual([{ value: 2 }, { value: 2 }]);
});

test('transaction settings do not leak to the next user of the connection', async () => {
  const read = (tx: Database) =>
    tx<{ value: string | null }[]>`SELECT current_setting('serai.organisation', true) AS value`;
  const settings = { 'serai.organisation': 'org_1', 'serai.environment': 'sandbox' };
  expect(await inTransaction(database.ownerDb, async tx => read(tx), { settings })).toEqual([
    { value: 'org_1' },
  ]);
  for (let i = 0; i < 8; i++) {
    const rows = await inTransaction(database.ownerDb, async tx => read(tx));
    expect(rows[0]?.value ?? '').toBe('');
  }
});

test('a nested transaction is rejected', async () => {
  const work = inTransaction(database.ownerDb, tx => inTransaction(tx, async inner => inner`SELECT 1`));
  await expect(work).rejects.toThrow('already open');
});

test('transactions succeed after a migration has added a column at run time', async () => {
  await database.ownerDb.script('CREATE TABLE growing (a integer); INSERT INTO growing VALUES (1)');
  const db = openOwnerDatabase({ address: database.address, log: quietLog, max: 2 });
  const read = () =>
    inTransaction(db, async tx => {
      const rows = await tx<{ a: number }[]>`SELECT * FROM growing`;
      return [...rows, ...(await tx<{ a: number }[]>`SELECT growing.* FROM growing`)].map(({ a }) => a);
    });
  await Promise.all([read(), read()]);
  await database.ownerDb.script('ALTER TABLE growing ADD COLUMN b integer');
  expect(await Promise.all([read(), read(), read()])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
  await db.close();
});
