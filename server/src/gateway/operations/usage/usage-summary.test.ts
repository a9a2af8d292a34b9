import type { summariseUsage } from '@serai/contract/account/usage.ts';
import { booking } from '@serai/contract/booking/booking.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { callOperator } from '../../../../test/call-operator.ts';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { keyRecord } from '../../../../test/key-record.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { FAILURE, recordsOn, SUCCESS } from '../../../../test/records-under-test.ts';
import { MemoryLimiter } from '../../limits/memory-limiter.ts';
import { usageSummary } from './usage-summary.ts';

type Summary = z.output<typeof summariseUsage.output>;

const HOUR_MS = 3_600_000;
const limits = { perMinute: 3, perHour: 100, perDay: 1000 };

let database: TestDatabase;
const clock = new ManualClock(Date.UTC(2026, 2, 10, 9, 15, 30));
const limiter = new MemoryLimiter(clock);

beforeAll(async () => {
  database = await testDatabase();
  await database.ownerDb.script(`
    INSERT INTO organisation (id, name) VALUES ('org_test', 'Test'), ('org_other', 'Other');
    INSERT INTO api_key (id, organisation_id, environment, name, scopes, limit_minute, limit_hour, limit_day, created_by,
      status, expires_at)
    SELECT id, organisation, environment, 'Key ' || id, '{hotels:search}', 3, 100, 1000, 'ana', status, expiry::timestamptz
    FROM (VALUES ('live', 'org_test', 'production', 'ACTIVE', NULL), ('sand', 'org_test', 'sandbox', 'ACTIVE', NULL),
      ('dead', 'org_test', 'sandbox', 'REVOKED', NULL), ('gone', 'org_test', 'sandbox', 'ACTIVE', '2026-03-01'),
      ('far', 'org_other', 'sandbox', 'ACTIVE', NULL)) AS k (id, organisation, environment, status, expiry)`);
  const live = { record: keyRecord({ id: 'live', environment: 'production' }) };
  const sand = { record: keyRecord({ id: 'sand', environment: 'sandbox' }) };
  const records = recordsOn(database.db, clock);
  records.recordMany(4, SUCCESS, live);
  records.recordMany(1, { ...FAILURE, totalMs: 15 }, live);
  clock.advance(2 * HOUR_MS);
  records.recordMany(
    2,
    { ...SUCCESS, status: 429, code: 'RATE_LIMIT_EXCEEDED' },
    { ...live, operation: undefined },
  );
  records.recordMany(1, { ...SUCCESS, status: 304 }, { ...sand, operation: booking as Operation });
  await records.stop();
  for (let i = 0; i < 4; i++) limiter.decide('live', limits);
});
afterAll(async () => {
  await limiter.close();
  await database.drop();
});

const summary = (input: object = {}, organisation = 'org_test') =>
  callOperator<Summary>(database, usageSummary({ clock, limiter }), organisation, input);

describe('usage/summary', () => {
  test('usage/summary totals the last day by hour, including hours without requests', async () => {
    const answer = await summary();
    expect(answer).toMatchObject({
      from: '2026-03-09T11:16:00.000Z',
      to: '2026-03-10T11:16:00.000Z',
      bucket: 'hour',
      totals: {
        requests: 8,
        rateLimited: 2,
        statusClasses: { '2xx': 4, '3xx': 1, '4xx': 2, '5xx': 1 },
        averageMs: 6.25,
        p50Ms: 4.2,
        p95Ms: 13.5,
      },
    });
    expect(answer.operations.map(({ operation, requests }) => [operation, requests])).toEqual([
      ['availability', 5],
      [null, 2],
      ['booking', 1],
    ]);
    expect(answer.buckets).toHaveLength(25);
    expect(answer.buckets.filter(({ requests }) => requests > 0)).toMatchObject([
      { start: '2026-03-10T09:00:00.000Z', requests: 5, rateLimited: 0 },
      { start: '2026-03-10T11:00:00.000Z', requests: 3, rateLimited: 2 },
    ]);
    expect(answer.errors).toEqual([
      { code: 'RATE_LIMIT_EXCEEDED', operation: null, requests: 2 },
      { code: 'INTERNAL_ERROR', operation: 'availability', requests: 1 },
    ]);
  });

  test('usage/summary can be limited to a period, key and environment and uses the requested bucket size', async () => {
    const period = { from: '2026-03-10T09:00:00Z', to: '2026-03-10T10:00:00Z' };
    const minutes = await summary(period);
    expect(minutes).toMatchObject({ bucket: 'minute', totals: { requests: 5 } });
    expect(minutes.buckets).toHaveLength(60);
    const days = await summary({ from: '2026-03-01T00:00:00Z', bucket: 'day', environment: 'sandbox' });
    expect(days.buckets).toHaveLength(10);
    expect(days.totals.requests).toBe(1);
    expect((await summary({ keyId: 'sand' })).totals.requests).toBe(1);
    expect((await summary({ keyId: 'live', environment: 'sandbox' })).windows).toEqual([]);
    const nothing = await summary({}, 'org_other');
    expect(nothing).toMatchObject({ totals: { requests: 0, averageMs: null }, operations: [], errors: [] });
  });

  test('usage/summary shows how much of each rate window active keys have used', async () => {
    const { windows } = await summary();
    expect(windows.map(({ keyId }) => keyId).sort()).toEqual(['live', 'sand']);
    expect(windows.find(({ keyId }) => keyId === 'live')).toEqual({
      keyId: 'live',
      name: 'Key live',
      perMinute: {
        limit: 3,
        used: 3,
        retryAfterSeconds: expect.toSatisfy((s: number) => s >= 59 && s <= 61),
      },
      perHour: { limit: 100, used: 3, retryAfterSeconds: 0 },
      perDay: { limit: 1000, used: 3, retryAfterSeconds: 0 },
      bitesFirst: { window: 'minute', inSeconds: 0 },
    });
    expect((await summary({ environment: 'sandbox' })).windows.map(({ keyId }) => keyId)).toEqual(['sand']);
    expect((await summary({ keyId: 'gone' })).windows).toEqual([]);
    expect((await summary({ keyId: 'dead' })).windows).toEqual([]);
  });

  test('usage/summary rejects a reversed period, too many buckets and keys of other partners', async () => {
    const invalid = (path: string) => ({ code: 'VALIDATION_ERROR', extras: { details: [{ path }] } });
    const reversed = { from: '2026-03-10T10:00:00Z', to: '2026-03-10T09:00:00Z' };
    await expect(summary(reversed)).rejects.toMatchObject(invalid('/from'));
    await expect(summary({ to: '0001-01-01T00:00:00Z', bucket: 'day' })).resolves.toBeDefined();
    await expect(summary({ from: '0001-01-01T00:00:00Z' })).rejects.toMatchObject(invalid('/bucket'));
    const long = { from: '2026-01-01T00:00:00Z', bucket: 'minute' };
    await expect(summary(long)).rejects.toMatchObject(invalid('/bucket'));
    await expect(summary({ keyId: 'far' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
