import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../platform/log.ts';
import { describeLimiter } from './conformance/limiter-conformance.ts';
import { OPEN } from './conformance/limiter-under-test.ts';
import { encodeKeyCounts } from './key-counts.ts';
import { CELLS, type LimitDecision, type Limiter, WINDOWS } from './limiter.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import { type SharedSlot, SharedSlots, SharedWindowCounters } from './shared-counters.ts';
import { openSharedLimiter } from './shared-limiter.ts';
import { SlidingWindowCounters } from './sliding-window-counters.ts';
import { WorkerLimiter } from './worker-limiter.ts';

const DAY_MS = 86_400_000;
/** The number of slots in a slab, and where a slot has the sum of its first window. */
const SLOTS = 128;
const FIRST_SUM = 5;
const THREAD = new URL('../../../test/counting-thread.ts', import.meta.url);

/** The limiters of a main thread and of two workers, over the same counters. */
function sharedLimiters(clock = new ManualClock(Date.UTC(2026, 2, 29, 0, 59, 59, 913))) {
  const slots = new SharedSlots();
  const main = new MemoryLimiter(
    clock,
    keyId => new SharedWindowCounters(slots.take(keyId), 1, slot => slots.free(slot)),
  );
  const slotOf = (keyId: string) => (main.open(keyId) as SharedWindowCounters).slot;
  const worker = (holder: number) =>
    new WorkerLimiter({ clock, holder, shiftMs: main.shiftMs, findSlot: async keyId => slotOf(keyId) });
  return { clock, slots, main, slotOf, workers: [worker(2), worker(3)] as const };
}

describe('limiters of several threads over shared counters', () => {
  describeLimiter(
    async () => {
      const { clock, main, workers } = sharedLimiters();
      const all: Limiter[] = [main, ...workers];
      let turn = 0;
      const next = () => all[turn++ % all.length] as Limiter;
      return {
        limiter: {
          decide: (keyId, limits) => next().decide(keyId, limits),
          peek: (keyId, limits) => next().peek(keyId, limits),
          close: async () => {},
        },
        clock,
        stored: keyId => encodeKeyCounts(main.counts(keyId)).toString('hex'),
        remainingLagMs: 0,
        close: async () => {
          await Promise.all(all.map(limiter => limiter.close()));
        },
      };
    },
    { runs: 100, trafficMinutes: 20 },
  );

  test('a worker asks where the counters of a key are only once, and then decides without a promise', async () => {
    const { workers } = sharedLimiters();
    await workers[0].decide('k', OPEN);
    expect((workers[0].decide('k', OPEN) as LimitDecision).remaining[0]).toBe(1e9 - 2);
  });

  test('a key that was dropped because it was idle is counted from zero, and its slot serves another key without mixing them up', async () => {
    const { clock, main, workers } = sharedLimiters();
    const [worker] = workers;
    const limits = { ...OPEN, perDay: 2 };
    await worker.decide('idle', limits);
    await worker.decide('idle', limits);
    clock.advance(2 * DAY_MS);
    clock.advance(3_600_000);
    expect([...main.keyIds()]).toEqual([]);
    expect((await worker.decide('other', limits)).remaining[2]).toBe(1);
    expect((await worker.decide('idle', limits)).remaining[2]).toBe(1);
    expect((await worker.decide('other', limits)).remaining[2]).toBe(0);
  });

  test('a worker whose main thread does not respond rejects the request instead of admitting it uncounted', async () => {
    const findSlot = () => Promise.reject(new Error('no response within 2000 ms'));
    const worker = new WorkerLimiter({ clock: new ManualClock(), holder: 2, shiftMs: 0, findSlot });
    await expect(worker.decide('k', OPEN)).rejects.toThrow('The main thread did not respond.');
  });
});

describe('shared counters in real threads', () => {
  test('threads that count at the same time together admit exactly the limit', async () => {
    const slot = new SharedSlots().take('k');
    const limit = 20_000;
    const threads = [2, 3, 4].map(
      holder => new Worker(THREAD, { workerData: { slot, holder, limit, requests: 15_000 } }),
    );
    const admitted = await Promise.all(threads.map(async thread => (await once(thread, 'message'))[0]));
    expect(admitted.reduce((sum, each) => sum + each, 0)).toBe(limit);
  });

  test('counters stay usable when a thread ends while it holds their lock', () => {
    const slots = new SharedSlots();
    const slot = slots.take('k');
    wordsOf(slot)[0] = 7;
    slots.releaseLocksOf(7);
    const counters = new SharedWindowCounters(slot, 1);
    expect(counters.decide(DAY_MS, OPEN).admitted).toBe(true);
  });

  test('counters that a thread has changed only in part when it ends are repaired', () => {
    const slots = new SharedSlots();
    const slot = slots.take('k');
    const counters = new SharedWindowCounters(slot, 1);
    const limits = { ...OPEN, perMinute: 3 };
    counters.decide(DAY_MS, limits);
    const words = wordsOf(slot);
    // The thread has increased the sum of the minute, but not the cell.
    words[0] = 7;
    words[FIRST_SUM] = 100;
    slots.releaseLocksOf(7);
    const { admitted, remaining } = counters.decide(DAY_MS, limits);
    expect([admitted, remaining[0]]).toEqual([true, 1]);
  });

  test('a thread does not release a lock that another thread has taken over', () => {
    const slot = new SharedSlots().take('k');
    const words = wordsOf(slot);
    const counters = new SharedWindowCounters(slot, 1);
    const limits = {
      ...OPEN,
      get perMinute() {
        words[0] = 7;
        return 2;
      },
    };
    counters.tryDecide(DAY_MS, limits);
    expect(words[0]).toBe(7);
  });

  test('a lock that no thread releases is taken over after a second, and the counters are repaired', () => {
    const slot = new SharedSlots().take('k');
    const words = wordsOf(slot);
    words[0] = 7;
    words[FIRST_SUM] = 100;
    const counters = new SharedWindowCounters(slot, 1);
    expect(counters.decide(DAY_MS, { ...OPEN, perMinute: 2 }).remaining[0]).toBe(1);
  });
});

describe('the limiter of the main thread', () => {
  test('requests that a worker has counted are saved, and counted again after a restart', async () => {
    const database = await testDatabase();
    const clock = new ManualClock(Date.UTC(2026, 2, 29, 12));
    const open = () => openSharedLimiter({ db: database.db, clock, log: createLog('silent') });
    const limits = { ...OPEN, perDay: 3 };
    const { limiter, shared } = open();
    await limiter.start();
    const findSlot = async (keyId: string) => shared.findSlot(keyId);
    const worker = new WorkerLimiter({ clock, holder: 2, shiftMs: shared.shiftMs, findSlot });
    await worker.decide('k', limits);
    await worker.decide('k', limits);
    await worker.close();
    await limiter.close();

    const next = open();
    await next.limiter.start();
    expect(next.limiter.decide('k', limits).remaining[2]).toBe(0);
    await next.limiter.close();
    await database.drop();
  });

  test('a key is reported as changed once, whichever thread has counted its requests', async () => {
    const { slots, main, workers } = sharedLimiters();
    const ids = Array.from({ length: 200 }, (_, i) => `k${i}`);
    for (const id of ids) main.open(id);
    expect([...slots.takeChanged()]).toEqual([]);
    await workers[0].decide('k7', OPEN);
    await workers[1].decide('k7', OPEN);
    main.decide('k150', OPEN);
    expect([...slots.takeChanged()].sort()).toEqual(['k150', 'k7']);
    expect([...slots.takeChanged()]).toEqual([]);
  });
});

/** The words of a slot, beginning with its lock. */
function wordsOf({ slab, index }: SharedSlot): Int32Array {
  const perSlot = slab.byteLength / 4 / SLOTS - 1;
  return new Int32Array(slab, (SLOTS + index * perSlot) * 4, perSlot);
}

test.each([
  ['larger', 5, 0],
  ['smaller', 0, 5],
])(
  'decisions end and the count stays plausible if the sums are %s than the cells, as after a lost lock',
  (_, sum, cell) => {
    const cells = new Uint32Array(WINDOWS.length * CELLS).fill(cell);
    const counters = new SlidingWindowCounters({
      cells,
      last: [1_000, 17, 1],
      sum: new Uint32Array(WINDOWS.length).fill(sum),
    });
    const limits = { perMinute: 1, perHour: 1, perDay: 1 };
    for (const timeMs of [250_000, 251_000, 300_000]) {
      const { remaining, admitted } = counters.decide(timeMs, limits);
      expect(typeof admitted).toBe('boolean');
      for (const left of remaining) expect([0, 1]).toContain(left);
    }
  },
);
