import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { checkServer } from './check-server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
});
afterAll(() => database.drop());

test('the test server will do for the application', async () => {
  await expect(checkServer(database.db, { durable: false })).resolves.toBeUndefined();
});

test('to work as a role that bypasses row security is refused', async () => {
  await expect(checkServer(database.ownerDb, { durable: false })).rejects.toThrow('instead of serai_app');
});

test('a server that may lose confirmed writes is refused where they must last', async () => {
  const [row] = await database.db<{ fsync: string }[]>`SELECT current_setting('fsync') AS fsync`;
  const check = checkServer(database.db, { durable: true });
  if (row?.fsync === 'on') await check;
  else await expect(check).rejects.toThrow('fsync off');
});
