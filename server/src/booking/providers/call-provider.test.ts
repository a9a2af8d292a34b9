import { MAX_AUDIT_BODY_BYTES, type ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { scriptedSupplier } from '../../../test/scripted-supplier.ts';
import { createLog } from '../../platform/log.ts';
import type { Call } from '../port/call.ts';
import type { BookRequest, KnownBooking, SearchRequest, Supplier } from '../port/supplier.ts';
import type { Provider } from '../provider.ts';
import { AccountBudgets } from './budget/account-budgets.ts';
import { ProviderCalls } from './call-provider.ts';

const known: KnownBooking = {
  ...{ reference: 'R', supplierRef: null, hotelId: 'htl_1' },
  ...{ sentAtMs: 0, currency: 'EUR', holderEmail: null, tokens: null },
};
const bookRequest = {} as BookRequest;
const searchRequest = {} as SearchRequest;
const never = new Promise<never>(() => {});
const ok = async () => ({ kind: 'OK', value: { hotels: [], unavailable: [] } }) as const;

let clock: ManualClock;
let calls: ProviderCalls;
beforeEach(() => {
  clock = new ManualClock();
  calls = new ProviderCalls({ clock, log: createLog('silent') });
});

const provider = (script: Partial<Supplier>): Provider => ({
  code: 'p',
  preference: 1,
  supplier: scriptedSupplier({ kind: 'LIVE', ...script }),
});
const settled = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)));

/** Advances the clock and fails unless the call has ended. */
async function after<T>(ms: number, call: Promise<T>): Promise<T> {
  await settled();
  clock.advance(ms);
  await settled();
  return Promise.race([call, settled().then(() => Promise.reject(new Error('still open')))]);
}

test("a read times out at the supplier's limit or 300 ms before the request deadline, whichever comes first", async () => {
  const p = provider({ search: () => never });
  const limit = { kind: 'FAILED', cause: 'TIMEOUT' };
  const short = calls.search({ provider: p, testMode: false, timeLeftMs: 1_000 }, searchRequest);
  await expect(after(699, short)).rejects.toThrow('still open');
  expect(await after(1, short)).toEqual(limit);
  const long = calls.search({ provider: p, testMode: false, timeLeftMs: 60_000 }, searchRequest);
  await expect(after(1_999, long)).rejects.toThrow('still open');
  expect(await after(1, long)).toEqual(limit);
});

test('a search times out at the configured timeout without counting as a failure of the provider', async () => {
  const p = { ...provider({ search: () => never, lookup: () => never }), timeoutMs: 700 };
  for (let i = 0; i < 30; i++) {
    const search = calls.search({ provider: p, testMode: false, timeLeftMs: 60_000 }, searchRequest);
    expect(await after(700, search)).toEqual({ kind: 'FAILED', cause: 'TIMEOUT' });
  }
  expect(calls.poolsOf(p)).toMatchObject([{ isFailing: false }]);
  await expect(after(1_999, calls.lookup({ provider: p, testMode: false }, known))).rejects.toThrow();
});

test("a booking may run until the supplier's own limit, and its outcome is UNKNOWN after that", async () => {
  const p = provider({ book: () => never });
  const booked = calls.book(
    { provider: p, testMode: false, timeLeftMs: 500, signal: AbortSignal.abort() },
    bookRequest,
  );
  await expect(after(2_999, booked)).rejects.toThrow('still open');
  expect(await after(1, booked)).toEqual({ kind: 'UNKNOWN', cause: 'TIMEOUT' });
});

test('a late response to a booking is passed to onLate', async () => {
  const { promise, resolve } = Promise.withResolvers<{ kind: 'DUPLICATE' }>();
  const late: unknown[] = [];
  const p = provider({ book: () => promise });
  const booked = calls.book(
    { provider: p, testMode: false, onLate: outcome => late.push(outcome) },
    bookRequest,
  );
  expect(await after(3_000, booked)).toMatchObject({ kind: 'UNKNOWN' });
  resolve({ kind: 'DUPLICATE' });
  await settled();
  expect(late).toEqual([{ kind: 'DUPLICATE' }]);
});

test('a read is aborted when its caller stops waiting', async () => {
  const gone = new AbortController();
  let seen: Call | undefined;
  const p = provider({
    search: call => {
      seen = call;
      return never;
    },
  });
  const search = calls.search({ provider: p, testMode: false, signal: gone.signal }, searchRequest);
  await settled();
  gone.abort();
  expect(await after(0, search)).toMatchObject({ kind: 'FAILED' });
  expect(seen?.signal.aborted).toBe(true);
});

test('an exception counts as UNKNOWN for book and cancel and as FAILED for search and lookup', async () => {
  const boom = () => {
    throw new Error('boom');
  };
  const context = {
    provider: provider({ search: boom, lookup: boom, book: boom, cancel: boom }),
    testMode: false,
  };
  expect(await calls.search(context, searchRequest)).toEqual({ kind: 'FAILED', cause: 'UNREADABLE' });
  expect(await calls.lookup(context, known)).toEqual({ kind: 'FAILED', cause: 'UNREADABLE' });
  expect(await calls.book(context, bookRequest)).toEqual({ kind: 'UNKNOWN', cause: 'UNREADABLE' });
  expect(await calls.cancel(context, known)).toEqual({ kind: 'UNKNOWN', cause: 'UNREADABLE' });
});

test('book and cancel requests are not sent after sendByMs', async () => {
  let called = 0;
  const touch = async () => {
    called += 1;
    return { kind: 'UNKNOWN', cause: 'SERVER' } as const;
  };
  const context = { provider: provider({ book: touch, cancel: touch }), testMode: false };
  const late = { ...context, sendByMs: clock.monotonicMs() };
  expect(await calls.book(late, bookRequest)).toEqual({ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' });
  expect(await calls.cancel(late, known)).toEqual({ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' });
  expect(called).toBe(0);
  await calls.book({ ...context, sendByMs: clock.monotonicMs() + 1 }, bookRequest);
  expect(called).toBe(1);
});

test.each(['TEST', 'LIVE'] as const)('a %s supplier is never called in the other mode', async kind => {
  let called = 0;
  const touch = async () => {
    called += 1;
    return { kind: 'FAILED', cause: 'SERVER' } as const;
  };
  const p = provider({ kind, search: touch, lookup: touch, book: touch as never, cancel: touch as never });
  const context = { provider: p, testMode: kind === 'LIVE' };
  expect(calls.whyNotStart('book', context)).toBe('ENVIRONMENT');
  expect(await calls.search(context, searchRequest)).toEqual({ kind: 'SKIPPED', reason: 'ENVIRONMENT' });
  expect(await calls.lookup(context, known)).toEqual({ kind: 'FAILED', cause: 'ENVIRONMENT' });
  expect(await calls.book(context, bookRequest)).toEqual({ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' });
  expect(await calls.cancel(context, known)).toEqual({ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' });
  expect(called).toBe(0);
});

test('every exchange is recorded with long bodies truncated, and no scenario is ever passed to a live supplier', async () => {
  const body = `${'é'.repeat(MAX_AUDIT_BODY_BYTES / 2)}tail`;
  const message = { headers: {}, body, truncated: false };
  let scenario: unknown = 'unset';
  const p = provider({
    search: async call => {
      scenario = call.scenario;
      call.record({
        request: { method: 'POST', target: '/', ...message, body: 'x' },
        response: { status: 200, ...message },
      });
      return { kind: 'NONE' };
    },
  });
  const recorded: ProviderExchange[] = [];
  const onExchanges = (exchanges: readonly ProviderExchange[]) => recorded.push(...exchanges);
  await calls.search(
    { provider: p, testMode: false, attempt: 2, scenario: 'avail.none', onExchanges },
    searchRequest,
  );
  await calls.lookup({ provider: p, testMode: false, onExchanges }, known);
  expect(scenario).toBeUndefined();
  expect(recorded).toMatchObject([
    {
      provider: 'p',
      operation: 'search',
      attempt: 2,
      outcome: 'NONE',
      request: { body: 'x', truncated: false },
    },
    { operation: 'lookup', outcome: 'FAILED', response: null },
  ]);
  expect(recorded[0]?.response).toMatchObject({
    truncated: true,
    body: 'é'.repeat(MAX_AUDIT_BODY_BYTES / 2),
  });
});

const failTwenty = async (context: { provider: Provider; testMode: boolean; scenario?: 'ok' }) => {
  for (let i = 0; i < 20; i++) await calls.search(context, searchRequest);
};

test('the circuit breaker opens when half of twenty calls fail and closes after a successful probe', async () => {
  let answers = 0;
  let healthy = false;
  const p = provider({
    search: async () => {
      answers += 1;
      return healthy || answers % 2 === 0 ? { kind: 'NONE' } : { kind: 'FAILED', cause: 'SERVER' };
    },
  });
  const context = { provider: p, testMode: false };
  await failTwenty(context);
  expect(answers).toBe(20);
  expect(calls.canStart('search', context)).toBe(false);
  expect(await calls.search(context, searchRequest)).toEqual({ kind: 'SKIPPED', reason: 'BREAKER_OPEN' });
  clock.advance(10_000);
  healthy = true;
  const before = answers;
  const both = await Promise.all([
    calls.search(context, searchRequest),
    calls.search(context, searchRequest),
  ]);
  expect(both.map(each => each.kind)).toEqual(['NONE', 'SKIPPED']);
  expect(answers).toBe(before + 1);
  expect(calls.canStart('search', context)).toBe(true);
});

test('the circuit breaker stays open after a failed probe and does not affect other pools or providers', async () => {
  const context = { provider: provider({}), testMode: false };
  await failTwenty(context);
  expect(calls.whyNotStart('search', context)).toBe('BREAKER_OPEN');
  expect(calls.canStart('quote', context)).toBe(true);
  expect(calls.canStart('search', { ...context, provider: { ...context.provider, code: 'q' } })).toBe(true);
  clock.advance(10_000);
  await calls.search(context, searchRequest);
  expect(calls.canStart('search', context)).toBe(false);
});

test('the next call may probe the provider if the audit of the previous probe could not be recorded', async () => {
  const context = { provider: provider({}), testMode: false };
  await failTwenty(context);
  clock.advance(10_000);
  const onExchanges = () => {
    throw new Error('no memory left');
  };
  await expect(calls.search({ ...context, onExchanges }, searchRequest)).rejects.toThrow('no memory left');
  clock.advance(10_000);
  expect((await calls.search(context, searchRequest)).kind).toBe('FAILED');
});

test('the circuit breaker never blocks lookup or cancel and does not count refusals as failures', async () => {
  const context = {
    provider: provider({ cancel: async () => ({ kind: 'REFUSED', reason: 'NOT_ALLOWED' }) }),
    testMode: false,
  };
  for (let i = 0; i < 30; i++) await calls.book(context, bookRequest);
  expect(calls.whyNotStart('book', context)).toBe('BREAKER_OPEN');
  expect(calls.canStart('lookup', context)).toBe(true);
  expect(await calls.cancel(context, known)).toEqual({ kind: 'REFUSED', reason: 'NOT_ALLOWED' });
  const refusing = { ...context, provider: { ...provider({}), code: 'r' } };
  refusing.provider.supplier.book = async () => ({ kind: 'REFUSED', reason: 'SOLD_OUT' });
  for (let i = 0; i < 30; i++) await calls.book(refusing, bookRequest);
  expect(calls.canStart('book', refusing)).toBe(true);
});

test('deliberate failures of test providers and timeouts set by callers do not open the circuit breaker', async () => {
  const test = { provider: { ...provider({ kind: 'TEST' }), code: 't' }, testMode: true };
  await failTwenty(test);
  expect(calls.canStart('search', test)).toBe(true);
  const slow = { provider: provider({ search: () => never }), testMode: false, timeLeftMs: 500 };
  for (let i = 0; i < 30; i++) await after(200, calls.search(slow, searchRequest));
  expect(calls.canStart('search', slow)).toBe(true);
});

test('a full pool rejects calls, hands a freed slot to the waiting call and shares no slots with other pools', async () => {
  const one = { calls: 1, waiting: 1, waitMs: 1_000 };
  calls = new ProviderCalls({
    clock,
    log: createLog('silent'),
    limits: { search: one, quote: one, book: one },
  });
  const first = Promise.withResolvers<Awaited<ReturnType<typeof ok>>>();
  let begun = 0;
  const p = provider({
    search: () => {
      begun += 1;
      return begun === 1 ? first.promise : ok();
    },
  });
  const context = { provider: p, testMode: false };
  const running = calls.search(context, searchRequest);
  const waiting = calls.search(context, searchRequest);
  expect(calls.whyNotStart('search', context)).toBe('POOL_FULL');
  expect(calls.canStart('book', context)).toBe(true);
  expect(await calls.search(context, searchRequest)).toEqual({ kind: 'SKIPPED', reason: 'POOL_FULL' });
  first.resolve(await ok());
  expect((await running).kind).toBe('OK');
  expect((await waiting).kind).toBe('OK');
  expect(calls.canStart('search', context)).toBe(true);
});

test('slow calls from one partner leave capacity for another partner at the same provider', async () => {
  let begun = 0;
  const p = provider({
    search: () => {
      begun += 1;
      return never;
    },
  });
  const slow = { provider: p, organisationId: 'org_slow', testMode: false };
  for (let i = 0; i < 400; i++) void calls.search(slow, searchRequest);
  await expect.poll(() => begun).toBe(64);
  expect(calls.whyNotStart('search', slow)).toBe('POOL_FULL');
  const quiet = { provider: provider({ search: ok }), organisationId: 'org_quiet', testMode: false };
  expect((await calls.search(quiet, searchRequest)).kind).toBe('OK');
  expect(calls.canStart('search', quiet)).toBe(true);
});

test("searches beyond an account's budget are skipped, while lookups and bookings are still sent", async () => {
  const budgets = new AccountBudgets({ clock, nodes: () => 1 });
  calls = new ProviderCalls({ clock, log: createLog('silent'), budgets });
  const limits = { search: 2_000, quote: 2_000, book: 3_000, lookup: 2_000, cancel: 3_000, perMinute: 100 };
  const p = provider({ limits: { ...limits, searchWeight: () => 30 }, search: ok });
  const context = { provider: p, testMode: false };
  const kinds = [];
  for (let i = 0; i < 3; i += 1) kinds.push((await calls.search(context, searchRequest)).kind);
  expect(kinds).toEqual(['OK', 'OK', 'SKIPPED']);
  expect(await calls.lookup(context, known)).toEqual({ kind: 'FAILED', cause: 'SERVER' });
  expect((await calls.book(context, bookRequest)).kind).toBe('UNKNOWN');
  expect(await budgets.use('LIVE p')).toMatchObject({ usedPerMinute: 62 });
  clock.advance(63_000);
  expect((await calls.search(context, searchRequest)).kind).toBe('OK');
});

test('a supplier that throttles a call receives no searches and no new bookings until the time it states', async () => {
  const budgets = new AccountBudgets({ clock, nodes: () => 1 });
  calls = new ProviderCalls({ clock, log: createLog('silent'), budgets });
  const throttled = async () => ({ kind: 'THROTTLED', retryAtMs: clock.monotonicMs() + 5_000 }) as const;
  const p = provider({ search: throttled });
  const context = { provider: p, testMode: false };
  expect((await calls.search(context, searchRequest)).kind).toBe('THROTTLED');
  expect(await calls.search(context, searchRequest)).toEqual({ kind: 'SKIPPED', reason: 'BUDGET_SPENT' });
  expect(calls.whyNotStart('book', context)).toBe('BUDGET_SPENT');
  expect(calls.whyNotStart('lookup', context)).toBeUndefined();
  // This booking was journalled before the supplier throttled the search.
  expect((await calls.book(context, bookRequest)).kind).toBe('UNKNOWN');
  clock.advance(5_000);
  expect(calls.whyNotStart('book', context)).toBeUndefined();
});

test('a recorded body is redacted once, even if the call failed and its record is read repeatedly', async () => {
  let redacted = 0;
  const exchange = {
    request: {
      ...{ method: 'POST', target: '/', headers: {}, truncated: false },
      get body() {
        redacted += 1;
        return 'redacted';
      },
    },
    response: null,
  };
  const texts: string[] = [];
  const onFailure = ({ exchanges }: { exchanges: readonly ProviderExchange[] }) =>
    void texts.push(JSON.stringify(exchanges));
  const watched = new ProviderCalls({ clock, log: createLog('silent'), onFailure });
  const p = provider({
    lookup: async (call: Call) => {
      call.record(exchange);
      return { kind: 'FAILED', cause: 'SERVER' } as never;
    },
  });
  const onExchanges = (exchanges: readonly ProviderExchange[]) => void texts.push(JSON.stringify(exchanges));
  await watched.lookup({ provider: p, testMode: false, onExchanges }, known);
  expect(texts).toHaveLength(2);
  expect(redacted).toBe(1);
});
