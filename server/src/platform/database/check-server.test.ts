import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { checkFacts, readFacts, type ServerFacts } from './check-server.ts';

let database: TestDatabase;
let facts: ServerFacts;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
  // Tests save the time of writing to disk.
  facts = { ...(await readFacts(database.db)), fsync: 'on' };
});
afterAll(() => database.drop());

test('the test server will do for the application', () => {
  expect(() => checkFacts(facts)).not.toThrow();
});

test('to work as another role than that of the service is refused', async () => {
  const { user_name } = await readFacts(database.ownerDb);
  expect(() => checkFacts({ ...facts, user_name })).toThrow('instead of serai_service');
});

test.each([
  [{ version: 140_011 }, 'PostgreSQL 14'],
  [{ encoding: 'LATIN1' }, 'needs UTF8'],
  [{ fsync: 'off' }, 'would lose confirmed bookings'],
  [{ unbound: ['serai_scoped'] }, 'does not bind serai_scoped'],
])('a server with %o is refused', (fact, reason) => {
  expect(() => checkFacts({ ...facts, ...fact })).toThrow(reason);
});
