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

test('rows of any number are copied, and the connection serves on', async () => {
  await database.ownerDb.copyIn(COMMAND, rows(100_000));
  expect(await count()).toBe(100_000);
});

test('nothing to copy is nothing copied', async () => {
  await database.ownerDb.copyIn(COMMAND, []);
  expect(await count()).toBe(0);
});

test.each([
  ['in the middle', [...rows(50_000), 'x\ty\n', ...rows(50_000)], /invalid input syntax/],
  ['in the only row', ['x\ty\n'], /invalid input syntax/],
  ['told after the last byte', ['1\ta\n', '1\tb\n'], /duplicate key/],
  ['an incomplete row', ['1\n'], /missing data for column/],
])("a failure is the server's own, and nothing is kept: %s", async (_, chunks, message) => {
  await expect(database.ownerDb.copyIn(COMMAND, chunks)).rejects.toThrow(message);
  expect(await count()).toBe(0);
});

test('a source that fails ends the copy with its failure, and nothing is kept', async () => {
  async function* failing() {
    yield* rows(10_000);
    throw new Error('the file ended early');
  }
  await expect(database.ownerDb.copyIn(COMMAND, failing())).rejects.toThrow('the file ended early');
  expect(await count()).toBe(0);
});

test('in a transaction it is undone with the rest', async () => {
  const failure = database.ownerDb.transaction(async tx => {
    await tx`INSERT INTO copied VALUES (-1, 'before')`;
    await tx.copyIn(COMMAND, rows(10));
    await tx`INSERT INTO copied VALUES (-2, 'after')`;
    throw new Error('changed my mind');
  });
  await expect(failure).rejects.toThrow('changed my mind');
  expect(await count()).toBe(0);
});

test('a refused copy leaves a transaction that can only be undone', async () => {
  const failure = database.ownerDb.transaction(async tx => {
    await tx.copyIn(COMMAND, ['1\ta\n', '1\tb\n']);
  });
  await expect(failure).rejects.toThrow('duplicate key');
  await database.ownerDb.copyIn(COMMAND, rows(3));
  expect(await count()).toBe(3);
});
