import type { listSparks } from '@serai/contract/account/usage.ts';
import { afterAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { callOperator } from '../../../../test/call-operator.ts';
import { testDatabase } from '../../../../test/database.ts';
import { keyRecord } from '../../../../test/key-record.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { FAILURE, recordsOn, SUCCESS } from '../../../../test/records-under-test.ts';
import { usageSparks } from './usage-sparks.ts';

type Sparks = z.output<typeof listSparks.output>;

const HOUR_MS = 3_600_000;
const clock = new ManualClock(Date.UTC(2026, 2, 10, 9, 15));

const database = await testDatabase();
const records = recordsOn(database.db, clock);
const member = (id: string, environment: 'sandbox' | 'production') => ({
  record: keyRecord({ id, environment }),
});
records.recordMany(9, SUCCESS, member('a', 'production'));
clock.advance(HOUR_MS);
records.recordMany(2, SUCCESS, member('a', 'production'));
records.recordMany(1, FAILURE, member('a', 'production'));
records.recordMany(4, SUCCESS, member('sand', 'sandbox'));
clock.advance(23 * HOUR_MS);
records.recordMany(5, SUCCESS, member('b', 'production'));
await records.stop();
afterAll(() => database.drop());

test('usage/sparks returns the last 24 hours of every key in the environment, ending with the current hour', async () => {
  const handler = usageSparks({ clock });
  const answer = await callOperator<Sparks>(database, handler, 'org_test', { environment: 'production' });
  expect(answer).toEqual({
    from: '2026-03-10T10:00:00.000Z',
    sparks: [
      { keyId: 'a', values: [3, ...Array(23).fill(0)] },
      { keyId: 'b', values: [...Array(23).fill(0), 5] },
    ],
  });
  expect(
    await callOperator<Sparks>(database, handler, 'org_other', { environment: 'production' }),
  ).toMatchObject({
    sparks: [],
  });
});
