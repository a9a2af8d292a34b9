import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { sleep, systemClock } from '../../clock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
});
afterAll(() => database.drop());

const rows = (count: number) =>
  `COPY (SELECT n, repeat('x', 100) FROM generate_series(1, ${count}) AS n) TO STDOUT`;

async function copied(command: string): Promise<string> {
  let text = '';
  await database.ownerDb.copyOut(command, bytes => {
    text += bytes.toString();
  });
  return text;
}

test('a COPY returns all rows of an empty and of a large result, and the connection stays usable', async () => {
  await database.ownerDb.transaction(async tx => {
    let lines = 0;
    for (const count of [0, 1, 200_000]) {
      let seen = '';
      await tx.copyOut(rows(count), async bytes => {
        // A reader that is slower than the server.
        if (lines % 1_000 === 0) await sleep(systemClock, 1);
        seen += bytes.toString();
        lines += 1;
      });
      expect(seen.split('\n').length - 1).toBe(count);
      expect(await tx`SELECT ${count}::int AS count`).toEqual([{ count }]);
    }
  });
});

test('a COPY reports an error that occurs in the middle of the rows', async () => {
  const failing = 'COPY (SELECT 1 / (50000 - n) FROM generate_series(1, 100000) AS n) TO STDOUT';
  await expect(copied(failing)).rejects.toThrow('division by zero');
  expect(await copied(rows(1))).toMatch(/^1\tx{100}\n$/);
});

test('a rejected COPY command is reported', async () => {
  await expect(copied('COPY nothing TO STDOUT')).rejects.toThrow('does not exist');
});

test('a COPY fails with the error from its reader without affecting other statements', async () => {
  const failed = database.ownerDb.copyOut(rows(500_000), () => {
    throw new Error('the disk is full');
  });
  await expect(failed).rejects.toThrow('the disk is full');
  expect(await copied(rows(1))).toMatch(/^1\t/);
});
