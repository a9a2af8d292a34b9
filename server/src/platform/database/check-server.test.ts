import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { checkFacts, readConnectionLimit, readFacts, type ServerFacts } from './check-server.ts';

let database: TestDatabase;
let facts: ServerFacts;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
  // The test server runs without fsync to save time.
  facts = { ...(await readFacts(database.db)), fsync: 'on' };
});
afterAll(() => database.drop());

test('the database server used by the tests is accepted', () => {
  expect(() => checkFacts(facts)).not.toThrow();
});

test('a database role other than the service role is rejected', async () => {
  const { user_name } = await readFacts(database.ownerDb);
  expect(() => checkFacts({ ...facts, user_name })).toThrow('instead of serai_service');
});

test('the connection limit leaves out the connections that are reserved for administrators', async () => {
  const [server] = await database.ownerDb<
    { limit: string }[]
  >`SELECT current_setting('max_connections') AS limit`;
  expect(await readConnectionLimit(database.db)).toBe(Number(server?.limit) - 3);
});

test.each([
  [{ version: 140_011 }, 'PostgreSQL 14'],
  [{ encoding: 'LATIN1' }, 'requires UTF8'],
  [{ fsync: 'off' }, 'could lose confirmed bookings'],
  [{ unbound: ['serai_scoped'] }, 'does not apply to serai_scoped'],
])('a database server with %o is rejected', (fact, reason) => {
  expect(() => checkFacts({ ...facts, ...fact })).toThrow(reason);
});
