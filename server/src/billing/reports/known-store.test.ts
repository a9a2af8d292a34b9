import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { readKnownFigures } from './known-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

test.each(['BOOKED', 'STAY'] as const)(
  'a report by %s of a year ago parses its time once, not for each booking',
  async dateBasis => {
    const filter = {
      ...{ environment: 'production' as const, dateBasis, from: '2025-01', to: '2025-11-18', limit: 500 },
      ...{ organisationId: undefined, hotelId: undefined, provider: undefined, country: undefined },
    };
    const read = readKnownFigures(database.db, filter, '2025-11-18T20:00:00.000000Z');
    const plan = JSON.stringify(await database.db`EXPLAIN (VERBOSE) ${read}`);
    expect(plan.match(/::timestamp with time zone/g)).toHaveLength(1);
  },
);
