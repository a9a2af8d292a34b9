import type { showProviderHealth } from '@serai/contract/account/provider-health.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { callOperator } from '../../../../test/call-operator.ts';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { scriptedSupplier } from '../../../../test/scripted-supplier.ts';
import { createLog } from '../../../platform/log.ts';
import type { Call } from '../../port/call.ts';
import type { Supplier } from '../../port/supplier.ts';
import type { Provider } from '../../provider.ts';
import { AccountBudgets } from '../../providers/budget/account-budgets.ts';
import { ProviderCalls } from '../../providers/call-provider.ts';
import { CallCounts } from '../../providers/health/call-counts.ts';
import { LastErrors } from '../../providers/health/last-errors.ts';
import { providerRegistry } from '../../providers/provider-registry.ts';
import { providersHealth } from './provider-health.ts';

const MINUTE_MS = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

let clock: ManualClock;
let counts: CallCounts;
let errors: LastErrors;
let calls: ProviderCalls;
let live: Provider;
let search: Supplier['search'];

const OK = { kind: 'OK', value: { hotels: [], unavailable: [] } } as const;

beforeEach(async () => {
  await database.ownerDb`DELETE FROM provider_calls`;
  clock = new ManualClock(Date.parse('2027-01-10T12:00:30Z'));
  const log = createLog('silent');
  counts = new CallCounts({ db: database.db, clock, log });
  errors = new LastErrors({ db: database.db, clock, log });
  calls = new ProviderCalls({
    clock,
    log,
    budgets: new AccountBudgets({ clock, nodes: () => 1 }),
    onEnd: call => counts.add(call),
    onFailure: call => errors.add(call),
  });
  search = async () => OK;
  const supplier: Supplier = {
    ...scriptedSupplier(),
    kind: 'LIVE',
    search: (call, request) => search(call, request),
    quote: async () => ({ kind: 'GONE' }),
  };
  live = { code: 'own', preference: 20, supplier };
});

// biome-ignore lint/suspicious/noExplicitAny: the scripted supplier ignores the request
const NO_REQUEST = {} as any;
const searchOnce = (signal?: AbortSignal) =>
  calls.search({ provider: live, testMode: false, signal }, NO_REQUEST);

async function health(input: object = {}) {
  const providers = providerRegistry([live, { ...live, code: 'test-1', supplier: scriptedSupplier() }]);
  const handler = providersHealth({ providers, calls, clock, connections: database } as never);
  type Health = z.output<typeof showProviderHealth.output>;
  return callOperator<Health>(database, handler, 'org_a', { environment: 'production', ...input });
}

async function searchFor(ms: number): Promise<void> {
  search = async () => {
    clock.advance(ms);
    return OK;
  };
  await searchOnce();
}

test('provider health shows calls, errors and durations by operation and over time', async () => {
  for (let i = 0; i < 9; i++) await searchFor(90);
  await searchFor(1_500);
  clock.advance(5 * MINUTE_MS);
  search = async () => ({ kind: 'FAILED', cause: 'SERVER' });
  await searchOnce();
  await calls.quote({ provider: live, testMode: false }, NO_REQUEST);
  await counts.flush();

  const from = new Date(clock.nowMs() - 30 * MINUTE_MS).toISOString();
  const { providers, bucketSeconds } = await health({ from });
  expect([providers.length, bucketSeconds]).toEqual([1, 60]);
  const [own] = providers;
  expect(own).toMatchObject({
    providerId: 'prv_production_own',
    name: 'Own inventory',
    totals: { calls: 12, errors: 1, timeouts: 0 },
    operations: [
      { operation: 'search', calls: 11, errors: 1 },
      { operation: 'quote', calls: 1, errors: 0 },
    ],
    buckets: [
      { start: '2027-01-10T12:00:00.000Z', calls: 10, errors: 0 },
      { start: '2027-01-10T12:05:00.000Z', calls: 2, errors: 1 },
    ],
    breakers: [{ state: 'CLOSED' }, { state: 'CLOSED' }],
  });
  const [early] = own?.buckets ?? [];
  expect(early?.p50Ms).toBeGreaterThan(50);
  expect(early?.p50Ms).toBeLessThanOrEqual(100);
  expect(early?.p95Ms).toBeGreaterThan(800);
  expect(early?.p95Ms).toBeLessThanOrEqual(1_500);
  // Hourly slots contain the same counts.
  expect((await health()).providers[0]).toMatchObject({
    totals: { calls: 12, errors: 1 },
    buckets: [{ start: '2027-01-10T12:00:00.000Z', calls: 12, errors: 1 }],
  });
});

test('provider health adds up the counts from several processes and several flushes', async () => {
  const other = new CallCounts({ db: database.db, clock, log: createLog('silent') });
  for (const each of [counts, other, counts]) {
    each.add({
      provider: live,
      operation: 'book',
      outcome: { kind: 'REFUSED', reason: 'SOLD_OUT' },
      durationMs: 40,
    });
    each.add({
      provider: live,
      operation: 'book',
      outcome: { kind: 'UNKNOWN', cause: 'TIMEOUT' },
      durationMs: 400,
    });
    await each.flush();
  }
  expect((await health()).providers[0]).toMatchObject({
    totals: { calls: 6, errors: 3, timeouts: 3 },
    buckets: [{ calls: 6 }],
  });
});

test('provider call counts that could not be written are written once by the next flush', async () => {
  await searchOnce();
  await database.ownerDb`ALTER TABLE provider_calls RENAME TO provider_calls_gone`;
  await expect(counts.flush()).rejects.toThrow();
  await searchOnce();
  await database.ownerDb`ALTER TABLE provider_calls_gone RENAME TO provider_calls`;
  await counts.flush();
  await counts.flush();
  expect((await health()).providers[0]?.totals.calls).toBe(2);
});

test('provider health does not count a call that was aborted by the caller', async () => {
  search = () => new Promise(() => {});
  const gone = new AbortController();
  const call = searchOnce(gone.signal);
  await Promise.resolve();
  gone.abort();
  await call;
  await counts.flush();
  expect((await health()).providers[0]?.totals.calls).toBe(0);
});

test('provider call counts are written periodically and when the service stops', async () => {
  counts.start();
  await searchOnce();
  clock.advance(10_000);
  await expect.poll(async () => (await health()).providers[0]?.totals.calls).toBe(1);
  await searchOnce();
  await counts.stop();
  expect((await health()).providers[0]?.totals.calls).toBe(2);
});

test('provider health shows an open circuit breaker and no data from the other environment', async () => {
  search = async () => ({ kind: 'FAILED', cause: 'SERVER' });
  for (let i = 0; i < 30; i++) await searchOnce();
  await counts.flush();
  const [own] = (await health()).providers;
  expect(own?.breakers).toEqual([{ pool: 'search', state: 'OPEN', since: '2027-01-10T12:00:30.000Z' }]);
  // Calls blocked by the circuit breaker are not counted.
  expect(own?.totals).toMatchObject({ calls: 20, errors: 20 });
  const sandbox = (await health({ environment: 'sandbox' })).providers;
  expect(sandbox).toMatchObject([{ providerId: 'prv_sandbox_test-1', totals: { calls: 0, p95Ms: null } }]);
});

test('provider health shows the last error with the supplier’s message, without secrets and personal data', async () => {
  const said =
    (body: string): Supplier['search'] =>
    async call => {
      const request = { method: 'GET', target: '/', headers: {}, body: null, truncated: false };
      call.record({ request, response: { status: 403, headers: {}, body, truncated: false } });
      return { kind: 'FAILED', cause: 'CREDENTIALS' };
    };
  search = said('{"error":{"code":403,"message":"<b>Quota</b> exceeded for ann@example.com"}}');
  await searchOnce();
  await errors.flush();
  clock.advance(1_000);
  search = async () => OK;
  await searchOnce();
  await errors.flush();
  expect((await health()).providers[0]?.lastError).toEqual({
    at: '2027-01-10T12:00:30.000Z',
    operation: 'search',
    cause: 'CREDENTIALS',
    status: 403,
    supplierSays: 'Quota exceeded for [redacted]',
  });
  expect((await health({ environment: 'sandbox' })).providers[0]?.lastError).toBeNull();
});

test('the last error of a call about a booking has no message, because it may name a guest', async () => {
  const failing = async (call: Call) => {
    const request = { method: 'GET', target: '/', headers: {}, body: null, truncated: false };
    const body = '{"message":"The name Ann Moreno is invalid"}';
    call.record({ request, response: { status: 400, headers: {}, body, truncated: false } });
    return { kind: 'FAILED', cause: 'SERVER' } as const;
  };
  live = { ...live, supplier: { ...live.supplier, quote: failing, sweep: failing } };
  const context = { provider: live, testMode: false };
  const lastError = async () => {
    await errors.flush();
    return (await health()).providers[0]?.lastError;
  };
  await calls.quote({ ...context, bookingId: 'bkg_1' }, NO_REQUEST);
  expect(await lastError()).toMatchObject({ operation: 'quote', status: 400, supplierSays: null });
  await calls.sweep(context, 0, 1);
  expect(await lastError()).toMatchObject({ operation: 'sweep', status: 400, supplierSays: null });
});

test('provider health shows the calls used and the calls left for each class', async () => {
  expect((await health()).providers[0]?.budget).toBeNull();
  const { limits } = live.supplier;
  live = { ...live, supplier: { ...live.supplier, limits: { ...limits, perMinute: 20, perDay: 100 } } };
  for (let i = 0; i < 14; i++) await searchOnce();
  const budget = (await health()).providers[0]?.budget;
  expect(budget).toMatchObject({
    minute: { limit: 20, used: 13, left: 7 },
    day: { limit: 100, used: 13, left: 87 },
    blockedUntil: null,
  });
  expect(budget?.classes.find(each => each.class === 'SEARCH')).toEqual({
    class: 'SEARCH',
    sharePercent: 65,
    leftPerMinute: 0,
    leftPerDay: 52,
    admitted: 13,
    refused: 1,
  });
  expect(budget?.classes.find(each => each.class === 'BOOK')).toMatchObject({ leftPerMinute: 5 });
});
