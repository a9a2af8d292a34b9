import type { showFunnel } from '@serai/contract/account/usage.ts';
import { booking } from '@serai/contract/booking/booking.ts';
import { prebooking } from '@serai/contract/booking/prebooking.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { callOperator } from '../../../../test/call-operator.ts';
import { testDatabase } from '../../../../test/database.ts';
import { keyRecord } from '../../../../test/key-record.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { FAILURE, recordsOn, SUCCESS } from '../../../../test/records-under-test.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { usageFunnel } from './usage-funnel.ts';

type Funnel = z.output<typeof showFunnel.output>;

const clock = new ManualClock(Date.UTC(2026, 2, 10, 9, 15, 30));

const database = await testDatabase();
await database.ownerDb.script(`
  INSERT INTO organisation (id, name) VALUES ('org_test', 'Test');
  INSERT INTO api_key (id, organisation_id, environment, name, scopes, limit_minute, limit_hour, limit_day, created_by)
    VALUES ('few', 'org_test', 'production', 'Few', '{hotels:search}', 1, 1, 1, 'ana'),
      ('many', 'org_test', 'production', 'Many', '{hotels:search}', 1, 1, 1, 'ana')`);
const records = recordsOn(database.db, clock);
const many = { record: keyRecord({ id: 'many', environment: 'production' }) };
const few = { record: keyRecord({ id: 'few', environment: 'production' }) };
const book = (bookingId: string, members: object) =>
  records.recordMany(1, { ...SUCCESS, bookingId }, { ...members, operation: booking as Operation });
records.recordMany(3, SUCCESS, many);
records.recordMany(2, FAILURE, many);
records.recordMany(2, SUCCESS, { ...many, operation: prebooking as Operation });
book('bkg_1', many);
book('bkg_1', many);
book('bkg_2', many);
records.recordMany(1, SUCCESS, few);
book('bkg_3', few);
await records.stop();
afterAll(() => database.drop());

const asked: (readonly string[])[] = [];
async function listConfirmed(_db: Database, _organisationId: string | undefined, ids: readonly string[]) {
  asked.push(ids);
  return ids.filter(id => id !== 'bkg_2');
}

const funnel = (input: object = {}) =>
  callOperator<Funnel>(database, usageFunnel({ clock, listConfirmed }), 'org_test', {
    environment: 'production',
    ...input,
  });

describe('usage/funnel', () => {
  test('usage/funnel counts successful requests by key and each confirmed booking once', async () => {
    const { keys, complete, countedSince } = await funnel();
    expect(complete).toBe(true);
    expect(countedSince).toBe('2026-03-10T09:15:00.000Z');
    expect(keys).toEqual([
      { keyId: 'many', name: 'Many', searches: 3, quotes: 2, bookings: 3, confirmed: 1 },
      { keyId: 'few', name: 'Few', searches: 1, quotes: 0, bookings: 1, confirmed: 1 },
    ]);
    expect(asked[0]?.toSorted()).toEqual(['bkg_1', 'bkg_2', 'bkg_3']);
  });

  test('usage/funnel looks up no bookings if only the counters are requested', async () => {
    asked.length = 0;
    const { keys } = await funnel({ countersOnly: true });
    expect(keys).toMatchObject([
      { keyId: 'many', searches: 3, bookings: 3, confirmed: null },
      { keyId: 'few', searches: 1, bookings: 1, confirmed: null },
    ]);
    expect(asked).toEqual([]);
  });

  test('usage/funnel can be limited to a key, an environment and a period', async () => {
    expect((await funnel({ keyId: 'few' })).keys).toMatchObject([{ keyId: 'few', confirmed: 1 }]);
    expect(await funnel({ environment: 'sandbox' })).toMatchObject({ keys: [], countedSince: null });
    expect((await funnel({ to: '2026-03-10T09:00:00Z' })).keys).toEqual([]);
    await expect(funnel({ keyId: 'foreign' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
