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

test('to work as a role that bypasses row security is refused', async () => {
  const { user_name, bypasses } = await readFacts(database.ownerDb);
  expect(bypasses).toBe(true);
  expect(() => checkFacts({ ...facts, user_name })).toThrow('instead of serai_app');
  expect(() => checkFacts({ ...facts, bypasses })).toThrow('instead of serai_app');
});

test.each([
  [{ version: 140_011 }, 'PostgreSQL 14'],
  [{ encoding: 'LATIN1' }, 'needs UTF8'],
  [{ fsync: 'off' }, 'would lose confirmed bookings'],
])('a server with %o is refused', (fact, reason) => {
  expect(() => checkFacts({ ...facts, ...fact })).toThrow(reason);
});
