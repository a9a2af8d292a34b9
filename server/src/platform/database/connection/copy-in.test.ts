import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
  await database.ownerDb.script('CREATE TABLE copied (number integer PRIMARY KEY, text text)');
});
afterAll(() => database.drop());
beforeEach(() => database.ownerDb.script('TRUNCATE copied'));

const COMMAND = 'COPY copied (number, text) FROM STDIN';
const count = async () =>
  (await database.ownerDb<{ n: number }[]>`SELECT count(*)::int AS n FROM copied`)[0]?.n;

function* rows(count: number) {
  for (let i = 0; i < count; i++) yield `${i}\trow ${i}\n`;
}

test('a COPY imports 100,000 rows, and the connection stays usable', async () => {
  await database.ownerDb.copyIn(COMMAND, rows(100_000));
  expect(await count()).toBe(100_000);
});

test('a COPY imports nothing from an empty source', async () => {
  await database.ownerDb.copyIn(COMMAND, []);
  expect(await count()).toBe(0);
});

test.each([
  ['an invalid row in the middle', [...rows(50_000), 'x\ty\n', ...rows(50_000)], /invalid input syntax/],
  ['an invalid row as the only row', ['x\ty\n'], /invalid input syntax/],
  ['an error reported after the last byte', ['1\ta\n', '1\tb\n'], /duplicate key/],
  ['an incomplete row', ['1\n'], /missing data for column/],
])("a COPY reports the server's error and keeps no rows: %s", async (_, chunks, message) => {
  await expect(database.ownerDb.copyIn(COMMAND, chunks)).rejects.toThrow(message);
  expect(await count()).toBe(0);
});

test('a COPY fails with the error from its source and keeps no rows', async () => {
  async function* failing() {
    yield* rows(10_000);
    throw new Error('the file ended early');
  }
  await expect(database.ownerDb.copyIn(COMMAND, failing())).rejects.toThrow('the file ended early');
  expect(await count()).toBe(0);
});

test('a COPY is rolled back with its transaction', async () => {
  const failure = database.ownerDb.transaction(async tx => {
    await tx`INSERT INTO copied VALUES (-1, 'before')`;
    await tx.copyIn(COMMAND, rows(10));
    await tx`INSERT INTO copied VALUES (-2, 'after')`;
    throw new Error('changed my mind');
  });
  await expect(failure).rejects.toThrow('changed my mind');
  expect(await count()).toBe(0);
});

test('a rejected COPY fails its transaction, and the next COPY succeeds', async () => {
  const failure = database.ownerDb.transaction(async tx => {
    await tx.copyIn(COMMAND, ['1\ta\n', '1\tb\n']);
  });
  await expect(failure).rejects.toThrow('duplicate key');
  await database.ownerDb.copyIn(COMMAND, rows(3));
  expect(await count()).toBe(3);
});
