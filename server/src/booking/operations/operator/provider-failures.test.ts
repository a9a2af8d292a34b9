import {
  FAILURES_PER_MINUTE,
  type listProviderFailures,
  type showProviderFailure,
} from '@serai/contract/account/provider-failures.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { bookingWorld } from '../../../../test/booking-world.ts';
import { callOperator } from '../../../../test/call-operator.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { scriptedSupplier } from '../../../../test/scripted-supplier.ts';
import { createLog } from '../../../platform/log.ts';
import { insertExchanges } from '../../bookings/exchange-store.ts';
import type { Call } from '../../port/call.ts';
import type { Supplier } from '../../port/supplier.ts';
import type { Provider } from '../../provider.ts';
import { ProviderCalls } from '../../providers/call-provider.ts';
import { FailedCalls } from '../../providers/health/failed-calls.ts';
import { providerRegistry } from '../../providers/provider-registry.ts';
import { providersFailuresList, providersFailuresShow } from './provider-failures.ts';

const world = await bookingWorld();
afterAll(() => world.drop());

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const START = '2027-01-10T12:00:00.000Z';
const LIVE = 'prv_production_live';
const TEST = 'prv_sandbox_test-1';

let clock: ManualClock;
let failedCalls: FailedCalls;
let calls: ProviderCalls;
let script: Partial<Supplier>;
let live: Provider;
let sandbox: Provider;

beforeEach(async () => {
  await world.ownerDb`DELETE FROM provider_failure`;
  clock = new ManualClock(Date.parse(START));
  const log = createLog('silent');
  failedCalls = new FailedCalls({ db: world.db, clock, log });
  calls = new ProviderCalls({ clock, log, onFailure: call => failedCalls.add(call) });
  script = {};
  const scripted = (kind: 'LIVE' | 'TEST'): Supplier => ({
    ...scriptedSupplier({ kind }),
    search: (call, request) => (script.search ?? scriptedSupplier().search)(call, request),
    quote: (call, request) => (script.quote ?? scriptedSupplier().quote)(call, request),
    lookup: (call, known) => (script.lookup ?? scriptedSupplier().lookup)(call, known),
    sweep: (call, fromMs, toMs) => (script.sweep ?? scriptedSupplier().sweep)(call, fromMs, toMs),
    repeatsReads: true,
  });
  live = { code: 'live', preference: 1, supplier: scripted('LIVE') };
  sandbox = { code: 'test-1', preference: 1, supplier: scripted('TEST') };
});

/** The scripted supplier ignores the request. */
const NO_REQUEST = {} as never;
const quote = (more: object = {}) => calls.quote({ provider: live, testMode: false, ...more }, NO_REQUEST);
/** Failures of a test provider do not open its circuit breaker. */
const quoteInSandbox = () => calls.quote({ provider: sandbox, testMode: true }, NO_REQUEST);

type List = z.output<typeof listProviderFailures.output>;
type Show = z.output<typeof showProviderFailure.output>;

const parts = () =>
  ({
    providers: providerRegistry([live, sandbox]),
    connections: world,
    cursorKey: Buffer.alloc(32),
    safe: world.safe,
  }) as never;

const list = (input: object = {}) =>
  callOperator<List>(world, providersFailuresList(parts()), 'opr_1', { providerId: LIVE, ...input });

const listSandbox = (input: object = {}) => list({ providerId: TEST, ...input });

const show = (failureId: string | undefined, providerId = LIVE) =>
  callOperator<Show>(world, providersFailuresShow(parts()), 'opr_1', { providerId, failureId });

/** Records a message and fails. */
function failing(body: string, cause: 'SERVER' | 'CREDENTIALS' = 'SERVER') {
  return async (call: Call) => {
    clock.advance(120);
    const request = { method: 'POST', target: '/quote', headers: {}, body: '{"hotel":1}', truncated: false };
    call.record({ request, response: { status: 503, headers: {}, body, truncated: false } });
    return { kind: 'FAILED', cause } as const;
  };
}

test('failed calls are listed one by one, newest first, with what failed and the request behind it', async () => {
  script.quote = failing('{"message":"Down for ann@example.com"}');
  await quote({ requestId: 'req_1' });
  clock.advance(SECOND_MS);
  script.quote = async () => ({ kind: 'GONE' });
  await quote({ requestId: 'req_2' });
  // The message of a call about a booking may name a guest.
  script.quote = failing('{"message":"The name Ann Moreno is invalid"}');
  await quote({ bookingId: 'bkg_1' });
  await failedCalls.flush();
  const { failures } = await list();
  expect(failures).toMatchObject([
    { cause: 'SERVER', status: 503, supplierSays: null, bookingId: 'bkg_1', requestId: null },
    {
      at: START,
      operation: 'quote',
      cause: 'SERVER',
      calls: 1,
      durationMs: 120,
      attempt: 1,
      retry: 'NONE',
      status: 503,
      supplierSays: 'Down for [redacted]',
      bookingId: null,
      requestId: 'req_1',
    },
  ]);
});

test('failed calls are filtered by operation, cause and time, and paged', async () => {
  for (const cause of ['SERVER', 'TIMEOUT', 'SERVER'] as const) {
    script.quote = async () => ({ kind: 'FAILED', cause });
    await quote();
    clock.advance(SECOND_MS);
  }
  script.search = async () => ({ kind: 'FAILED', cause: 'CREDENTIALS' });
  await calls.search({ provider: live, testMode: false }, NO_REQUEST);
  await failedCalls.flush();
  const causes = async (input: object) => (await list(input)).failures.map(({ cause }) => cause);
  expect(await causes({})).toEqual(['CREDENTIALS', 'SERVER', 'TIMEOUT', 'SERVER']);
  expect(await causes({ operation: 'search' })).toEqual(['CREDENTIALS']);
  expect(await causes({ cause: 'SERVER' })).toEqual(['SERVER', 'SERVER']);
  const [from, to] = ['2027-01-10T12:00:01Z', '2027-01-10T12:00:02Z'];
  expect(await causes({ from, to })).toEqual(['TIMEOUT']);
  const first = await list({ page: { limit: 3 } });
  expect([first.failures.length, first.page.hasMore]).toEqual([3, true]);
  const page = { limit: 3, cursor: first.page.nextCursor };
  expect((await list({ page })).failures.map(({ at }) => at)).toEqual([START]);
  // A cursor belongs to its filters.
  await expect(list({ page, cause: 'SERVER' })).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
});

test('failed calls of the sandbox and of production, and of different providers, are listed separately', async () => {
  await quote();
  await quoteInSandbox();
  await failedCalls.flush();
  const { failures: production } = await list();
  const { failures: tests } = await listSandbox();
  expect([production.length, tests.length]).toEqual([1, 1]);
  expect((await show(tests[0]?.failureId, TEST)).failure).toEqual(tests[0]);
  await expect(show(production[0]?.failureId, TEST)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(list({ providerId: 'prv_production_none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('calls that fail beyond the limit per minute are counted in one entry, and the next minute has details again', async () => {
  for (let i = 0; i < FAILURES_PER_MINUTE + 5; i++) await quoteInSandbox();
  await failedCalls.flush();
  expect((await listSandbox()).failures).toHaveLength(FAILURES_PER_MINUTE);
  clock.advance(MINUTE_MS);
  await quoteInSandbox();
  await failedCalls.flush();
  const { failures } = await listSandbox();
  expect(failures[0]?.calls).toBe(1);
  expect(failures.reduce((sum, each) => sum + each.calls, 0)).toBe(FAILURES_PER_MINUTE + 6);
  expect(failures.find(each => each.calls > 1)).toMatchObject({
    calls: 5,
    operation: 'quote',
    cause: 'SERVER',
    durationMs: null,
    retry: null,
  });
});

test('calls of the last minute are counted when the service stops', async () => {
  for (let i = 0; i < FAILURES_PER_MINUTE + 2; i++) await quoteInSandbox();
  await failedCalls.stop();
  const { failures } = await listSandbox();
  expect(Math.max(...failures.map(each => each.calls))).toBe(2);
});

test('while the database is unavailable, failed calls wait in limited memory and are written once', async () => {
  await world.ownerDb`ALTER TABLE provider_failure RENAME TO provider_failure_gone`;
  for (let minute = 0; minute < 15; minute++) {
    for (let i = 0; i < FAILURES_PER_MINUTE; i++) await quoteInSandbox();
    await expect(failedCalls.flush()).rejects.toThrow();
    clock.advance(MINUTE_MS);
  }
  await world.ownerDb`ALTER TABLE provider_failure_gone RENAME TO provider_failure`;
  await failedCalls.flush();
  await failedCalls.flush();
  const { failures, page } = await listSandbox({ page: { limit: 200 } });
  const rest = await listSandbox({ page: { limit: 200, cursor: page.nextCursor } });
  const all = [...failures, ...rest.failures];
  expect(all.reduce((sum, each) => sum + each.calls, 0)).toBe(15 * FAILURES_PER_MINUTE);
  // 200 with details, and one for each of the last five minutes.
  expect(all).toHaveLength(205);
});

test('a read that is sent again shows whether the retry succeeded', async () => {
  const searchOnce = () => calls.search({ provider: live, testMode: false }, NO_REQUEST);
  const OK = { kind: 'OK', value: { hotels: [], unavailable: [] } } as const;
  script.search = async () => OK;
  // Regular calls earn retries.
  for (let i = 0; i < 30; i++) await searchOnce();
  let attempts = 0;
  const during = async (outcomes: readonly object[]) => {
    attempts = 0;
    script.search = async () => outcomes[attempts++] as never;
    const searched = searchOnce();
    while (attempts < outcomes.length) {
      await new Promise(resolve => setImmediate(resolve));
      clock.advance(200);
    }
    await searched;
    await failedCalls.flush();
    const { failures } = await list();
    await world.ownerDb`DELETE FROM provider_failure`;
    return failures.map(({ attempt, retry }) => [attempt, retry]);
  };
  const server = { kind: 'FAILED', cause: 'SERVER' };
  expect(await during([server, OK])).toEqual([[1, 'SUCCEEDED']]);
  expect(await during([server, { kind: 'FAILED', cause: 'CREDENTIALS' }])).toEqual([
    [2, 'NONE'],
    [1, 'FAILED'],
  ]);
});

test('bookings do not report retries, because each attempt is listed', async () => {
  await calls.book({ provider: live, testMode: false, bookingId: 'bkg_1' }, NO_REQUEST);
  await failedCalls.flush();
  expect((await list()).failures).toMatchObject([{ operation: 'book', retry: null, bookingId: 'bkg_1' }]);
});

test('a failed call without a booking shows its recorded messages, with long bodies cut', async () => {
  script.quote = failing('x'.repeat(10_000));
  await quote();
  await failedCalls.flush();
  const [failure] = (await list()).failures;
  const { exchanges } = await show(failure?.failureId);
  expect(exchanges).toMatchObject([
    {
      operation: 'quote',
      outcome: 'FAILED',
      request: { method: 'POST', body: '{"hotel":1}', truncated: false },
      response: { status: 503, body: 'x'.repeat(8 * 1024), truncated: true },
    },
  ]);
});

test('a message with characters that the database cannot convert is stored and shown', async () => {
  // The last character is cut in the middle.
  script.quote = failing(`\0${'x'.repeat(8 * 1024 - 2)}🏨`);
  await quote();
  await failedCalls.flush();
  const [failure] = (await list()).failures;
  const [exchange] = (await show(failure?.failureId)).exchanges;
  expect(exchange?.response?.body).toMatch(/^\0x+\uD83C$/);
});

test('neither messages nor words of sweeps and of calls about bookings are stored with the failed call', async () => {
  script.sweep = script.lookup = script.quote = failing('{"message":"The name Ann Moreno is invalid"}');
  await calls.sweep({ provider: live, testMode: false }, 0, 1);
  await calls.lookup({ provider: live, testMode: false }, NO_REQUEST);
  await quote({ bookingId: 'bkg_1' });
  await failedCalls.flush();
  const rows = await world.ownerDb`SELECT exchanges, words FROM provider_failure`;
  expect(rows).toEqual(Array(3).fill({ exchanges: null, words: null }));
});

test('a failed call for a booking shows what was recorded with the booking', async () => {
  const booking = await world.booked();
  await world.ownerDb`DELETE FROM booking_exchange WHERE booking_id = ${booking.booking_id}`;
  let made: readonly ProviderExchange[] = [];
  script.quote = failing('{"message":"Down"}');
  await quote({
    bookingId: booking.booking_id,
    onExchanges: (exchanges: readonly ProviderExchange[]) => {
      made = exchanges;
    },
  });
  const [exchange] = made as [ProviderExchange];
  const other = { ...exchange, attempt: 2 };
  await insertExchanges(world.db, world.safe, booking, [exchange, other]);
  await failedCalls.flush();
  const [failure] = (await list()).failures;
  expect((await show(failure?.failureId)).exchanges).toEqual([exchange]);
});
