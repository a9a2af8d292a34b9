import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { inTransaction } from './in-transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('the application acts as serai_app', async () => {
  const [row] = await database.db<{ name: string }[]>`SELECT current_user AS name`;
  expect(row).toEqual({ name: 'serai_app' });
  await inTransaction(database.db, async tx => tx`SELECT 1`);
});
