import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { scriptedSupplier } from '../../../test/scripted-supplier.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { Booked, Read } from '../port/outcomes.ts';
import type {
  BookRequest,
  KnownBooking,
  QuoteRequest,
  SearchRequest,
  SearchResult,
  Supplier,
} from '../port/supplier.ts';
import type { Provider } from '../provider.ts';
import { ProviderCalls } from './call-provider.ts';

const OK: Read<SearchResult> = { kind: 'OK', value: { hotels: [], unavailable: [] } };
const BROKEN = { kind: 'FAILED', cause: 'SERVER' } as const;
const REQUEST = {} as SearchRequest;
const KNOWN: KnownBooking = {
  ...{ reference: 'R', supplierRef: null, hotelId: 'htl_1' },
  ...{ sentAtMs: 0, currency: 'EUR', holderEmail: null, tokens: null },
};

let clock: ManualClock;
let calls: ProviderCalls;
let extra: string[];
beforeEach(() => {
  clock = new ManualClock();
  extra = [];
  calls = new ProviderCalls({
    clock,
    log: createLog('silent'),
    onExtra: (_, kind) => extra.push(kind),
  });
});

function provider(script: Partial<Supplier>): Provider {
  return {
    code: 'p',
    preference: 1,
    supplier: scriptedSupplier({ kind: 'LIVE', repeatsReads: true, ...script }),
  };
}

const settled = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)));

async function ended<T>(call: Promise<T>, stepMs = 50): Promise<T> {
  let isOver = false;
  void call.finally(() => {
    isOver = true;
  });
  for (let i = 0; i < 200 && !isOver; i++) {
    await settled();
    if (!isOver) clock.advance(stepMs);
  }
  return call;
}

test('a failed read is retried, and the caller does not see the first failure', async () => {
  let made = 0;
  const p = provider({ search: async () => (++made % 10 === 0 ? BROKEN : OK) });
  for (let i = 0; i < 9; i++) await calls.search({ provider: p, testMode: false }, REQUEST);
  expect(await ended(calls.search({ provider: p, testMode: false }, REQUEST))).toEqual(OK);
  expect([made, extra]).toEqual([11, ['retry']]);
});

test('retries of failed reads add at most ten per cent more calls to a provider that is down', async () => {
  let [made, asked] = [0, 0];
  const fails = async () => {
    made += 1;
    return BROKEN;
  };
  const p = provider({ search: fails, lookup: fails, sweep: fails });
  for (let i = 0; i < 120; i++) {
    // Time passes between the calls, so the circuit breaker stays closed.
    clock.advance(2_000);
    asked += 3;
    await ended(calls.search({ provider: p, testMode: false }, REQUEST));
    await ended(calls.lookup({ provider: p, testMode: false }, KNOWN));
    await ended(calls.sweep({ provider: p, testMode: false }, 0, 1));
  }
  expect(made).toBeGreaterThan(asked);
  expect(made).toBeLessThanOrEqual(asked * 1.1);
});

test('a failed read is not retried if too little time is left or its caller has stopped waiting', async () => {
  let made = 0;
  const p = provider({
    search: async () => {
      made += 1;
      if (made <= 10) return OK;
      clock.advance(600);
      return BROKEN;
    },
  });
  for (let i = 0; i < 10; i++) await calls.search({ provider: p, testMode: false }, REQUEST);
  const short = { provider: p, testMode: false, timeLeftMs: 1_000 };
  expect(await ended(calls.search(short, REQUEST))).toEqual(BROKEN);
  const gone = AbortSignal.abort();
  await ended(calls.search({ provider: p, testMode: false, signal: gone }, REQUEST));
  expect([made, extra]).toEqual([12, []]);
});

test.each(['CREDENTIALS', 'CONTRADICTORY', 'TIMEOUT', 'ENVIRONMENT'] as const)(
  'a failed read is not retried if its cause is %s',
  async cause => {
    let made = 0;
    const p = provider({
      search: async () => {
        made += 1;
        return { kind: 'FAILED', cause };
      },
    });
    for (let i = 0; i < 19; i++) await ended(calls.search({ provider: p, testMode: false }, REQUEST));
    expect(made).toBe(19);
  },
);

test('a failed read is not retried unless the supplier opts in', async () => {
  let made = 0;
  const fails = async () => {
    made += 1;
    return BROKEN;
  };
  const p = { code: 'p', preference: 1, supplier: scriptedSupplier({ kind: 'TEST', search: fails }) };
  for (let i = 0; i < 60; i++) await calls.search({ provider: p, testMode: true }, REQUEST);
  expect(made).toBe(60);
});

test('a throttling supplier is not called before the time it states, and the waiting searches then succeed', async () => {
  let made = 0;
  const resetMs = 1_500;
  const early: number[] = [];
  const p = provider({
    search: async () => {
      made += 1;
      if (made <= 100) return OK;
      if (clock.monotonicMs() >= resetMs) return OK;
      early.push(clock.monotonicMs());
      return { kind: 'THROTTLED', retryAtMs: resetMs };
    },
  });
  const context = { provider: p, testMode: false };
  for (let i = 0; i < 100; i++) await calls.search(context, REQUEST);
  const first = calls.search(context, REQUEST);
  await settled();
  const others = Array.from({ length: 20 }, () => calls.search(context, REQUEST));
  expect(await ended(Promise.all([first, ...others]))).toEqual(Array.from({ length: 21 }, () => OK));
  expect(early).toEqual([0]);
  expect([made, extra]).toEqual([122, ['retry']]);
  expect(clock.monotonicMs()).toBeGreaterThanOrEqual(resetMs);
});

test('a read does not wait for a throttling supplier beyond its deadline', async () => {
  let made = 0;
  const p = provider({
    search: async () => {
      made += 1;
      return { kind: 'THROTTLED', retryAtMs: 10_000 };
    },
  });
  const context = { provider: p, testMode: false };
  const throttled = { kind: 'THROTTLED', retryAtMs: 10_000 };
  for (let i = 0; i < 30; i++) expect(await ended(calls.search(context, REQUEST))).toEqual(throttled);
  expect(made).toBe(1);
});

test('a throttling supplier still receives booking lookups', async () => {
  let lookups = 0;
  const p = provider({
    search: async () => ({ kind: 'THROTTLED', retryAtMs: 10_000 }),
    lookup: async () => {
      lookups += 1;
      return { kind: 'ABSENT' };
    },
  });
  await calls.search({ provider: p, testMode: false }, REQUEST);
  expect(await calls.lookup({ provider: p, testMode: false }, KNOWN)).toEqual({ kind: 'ABSENT' });
  expect(lookups).toBe(1);
});

test('a hedging call starts after the usual duration, and the slow call is aborted once the hedging call returns', async () => {
  const aborted: number[] = [];
  let made = 0;
  const p = provider({
    search: call => {
      const number = ++made;
      call.signal.addEventListener('abort', () => aborted.push(number));
      return new Promise(resolve => {
        if (number !== 41) clock.after(number <= 20 ? 60 : 10, () => resolve(OK));
      });
    },
  });
  const context = { provider: p, testMode: false };
  for (let i = 0; i < 40; i++) await ended(calls.search(context, REQUEST), 10);
  const beganMs = clock.monotonicMs();
  expect(await ended(calls.search(context, REQUEST), 10)).toEqual(OK);
  expect(clock.monotonicMs() - beganMs).toBeLessThan(100);
  expect([made, extra, aborted.includes(41)]).toEqual([42, ['hedge'], true]);
});

test('at most one in twenty calls is hedged, however many are slow', async () => {
  let made = 0;
  const p = provider({
    search: () =>
      new Promise(resolve => {
        made += 1;
        clock.after(made <= 40 ? 10 : 400, () => resolve(OK));
      }),
  });
  const context = { provider: p, testMode: false };
  for (let i = 0; i < 200; i++) await ended(calls.search(context, REQUEST), 20);
  expect(extra.length).toBeGreaterThan(0);
  expect(extra.length).toBeLessThanOrEqual(10);
  expect(made).toBe(200 + extra.length);
});

test('quotes, bookings and cancellations are not retried after a failure or an unknown outcome', async () => {
  const made = { quote: 0, book: 0, cancel: 0 };
  const p = provider({
    quote: async () => {
      made.quote += 1;
      return BROKEN;
    },
    book: async (): Promise<Booked> => {
      made.book += 1;
      return { kind: 'UNKNOWN', cause: 'SERVER' };
    },
    cancel: async () => {
      made.cancel += 1;
      return { kind: 'UNKNOWN', cause: 'CONNECTION' };
    },
  });
  const context = { provider: p, testMode: false };
  for (let i = 0; i < 15; i++) {
    clock.advance(20_000);
    await ended(calls.quote(context, {} as QuoteRequest));
    await ended(calls.book(context, {} as BookRequest));
    await ended(calls.cancel(context, KNOWN));
  }
  expect([made, extra]).toEqual([{ quote: 15, book: 15, cancel: 15 }, []]);
});

test('calls that never complete within their time limit open the circuit breaker (real clock)', async () => {
  const real = new ProviderCalls({ clock: systemClock, log: createLog('silent') });
  const limits = { search: 200, quote: 1, book: 1, lookup: 1, cancel: 1 };
  const hanging = provider({ limits, search: () => new Promise(() => {}) });
  const context = { provider: hanging, testMode: false };
  await Promise.all(Array.from({ length: 20 }, () => real.search(context, REQUEST)));
  expect(real.canStart('search', context)).toBe(false);
});
