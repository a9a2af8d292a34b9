import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeLimiter } from './conformance/limiter-conformance.ts';
import { OPEN } from './conformance/limiter-under-test.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import { encodeKeyCounts } from './rings/key-counts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

describe('the limiter in memory', () => {
  describeLimiter(
    async () => {
      const clock = new ManualClock(Date.UTC(2026, 2, 29, 0, 59, 59, 913));
      const limiter = new MemoryLimiter(clock);
      return {
        limiter,
        clock,
        stored: keyId => encodeKeyCounts(limiter.counts(keyId)).toString('hex'),
        remainingLagMs: 0,
        close: () => limiter.close(),
      };
    },
    { runs: 300, trafficMinutes: 60 },
  );

  test('answers at once, not by a promise', () => {
    expect(new MemoryLimiter(new ManualClock()).decide('k', OPEN)).not.toBeInstanceOf(Promise);
  });

  test('time that stepped back stays in the latest cell; more than a window back clears that window alone', () => {
    const limiter = new MemoryLimiter(new ManualClock());
    const limits = { ...OPEN, perMinute: 2, perHour: 3 };
    limiter.decide('k', limits, 10 * 60_000);
    limiter.decide('k', limits, 10 * 60_000);
    expect(limiter.decide('k', limits, 9.5 * 60_000)).toMatchObject({ admitted: false, violated: 'minute' });
    expect(limiter.decide('k', limits, 2 * 60_000)).toMatchObject({
      admitted: true,
      remaining: [1, 0, 1e9 - 3],
    });
  });

  test('a cell counts past 65535 and keeps what was counted', () => {
    const clock = new ManualClock();
    const limiter = new MemoryLimiter(clock);
    for (let index = 0; index < 40_000; index++) limiter.decide('k', OPEN);
    clock.advance(250);
    for (let index = 0; index < 70_000; index++) limiter.decide('k', OPEN);
    expect(limiter.peek('k', OPEN).remaining).toEqual([1e9 - 110_000, 1e9 - 110_000, 1e9 - 110_000]);
    clock.advance(60_000 - 250);
    expect(limiter.peek('k', OPEN).remaining[0]).toBe(1e9 - 70_000);
    clock.advance(DAY_MS);
    expect(limiter.peek('k', OPEN).remaining).toEqual([1e9, 1e9, 1e9]);
  });

  test('a key without use for a day is dropped and its counters start clean when it returns', () => {
    const clock = new ManualClock();
    const limiter = new MemoryLimiter(clock);
    limiter.decide('idle', OPEN);
    for (let hour = 0; hour < 25; hour++) {
      limiter.decide('busy', OPEN);
      clock.advance(HOUR_MS);
    }
    expect([...limiter.keyIds()]).toEqual(['busy']);
    expect(limiter.decide('idle', OPEN).remaining).toEqual([1e9 - 1, 1e9 - 1, 1e9 - 1]);
  });
});

describe('snapshots of the limiter in memory', () => {
  const limits = { perMinute: 2, perHour: 5, perDay: 7 };

  /** A later process: other monotonic clock, calendar further on. */
  function restart(before: MemoryLimiter, calendarMs: number): [MemoryLimiter, ManualClock] {
    const clock = new ManualClock(calendarMs);
    const after = new MemoryLimiter(clock, { snapshots: true });
    for (const entry of before.takeSnapshots(Number.MAX_VALUE, 1_000))
      expect(after.restore(entry)).toBe(true);
    return [after, clock];
  }

  test('counters survive a restart with the wait they had, less the time that passed', () => {
    const clock = new ManualClock();
    const before = new MemoryLimiter(clock, { snapshots: true });
    clock.advance(123_456);
    before.decide('k', limits);
    before.decide('k', limits);
    const { waitMs } = before.peek('k', limits);
    const [after, laterClock] = restart(before, clock.nowMs() + 5000);
    expect(after.peek('k', limits)).toMatchObject({ admitted: false, remaining: [0, 3, 5] });
    expect(after.peek('k', limits).waitMs[0]).toBe(waitMs[0] - 5000);
    laterClock.advance(waitMs[0] - 5000);
    expect(after.decide('k', limits)).toMatchObject({ admitted: true, remaining: [1, 2, 4] });
    laterClock.advance(DAY_MS);
    expect(after.peek('k', limits).remaining).toEqual([2, 5, 7]);
  });

  test('a calendar corrected while running does not move the counters', () => {
    const clock = new ManualClock();
    const before = new MemoryLimiter(clock, { snapshots: true });
    before.decide('k', limits);
    clock.stepCalendar(7 * HOUR_MS);
    clock.advance(30_000);
    before.decide('k', limits);
    const [after] = restart(before, clock.nowMs());
    expect(after.peek('k', limits).remaining).toEqual(before.peek('k', limits).remaining);
    expect(after.peek('k', limits).remaining).toEqual([0, 3, 5]);
  });

  test('only keys that changed since the last snapshot are in the next, and those that failed to be saved again', () => {
    const limiter = new MemoryLimiter(new ManualClock(), { snapshots: true });
    const keysOf = () => limiter.takeSnapshots(0, 10).map(({ keyId }) => keyId);
    limiter.decide('a', limits);
    limiter.decide('b', limits);
    expect(keysOf()).toEqual(['a', 'b']);
    expect(keysOf()).toEqual([]);
    limiter.decide('b', limits);
    limiter.decide('b', limits);
    limiter.markChanged(['a', 'gone']);
    expect(keysOf()).toEqual(['b', 'a']);
    expect(limiter.decide('b', { ...limits, perMinute: 1 }).admitted).toBe(false);
    expect(keysOf()).toEqual([]);
  });

  test('the keys whose changes have waited longest come first, and only those that waited long enough', () => {
    const clock = new ManualClock();
    const limiter = new MemoryLimiter(clock, { snapshots: true });
    for (const keyId of ['a', 'b', 'c', 'd']) {
      limiter.decide(keyId, OPEN);
      limiter.decide('a', OPEN);
      clock.advance(1_000);
    }
    const keysOf = (changedByMs: number, atMost: number) =>
      limiter.takeSnapshots(changedByMs, atMost).map(({ keyId }) => keyId);
    expect(keysOf(2_000, 2)).toEqual(['a', 'b']);
    expect(keysOf(2_000, 2)).toEqual(['c']);
    expect(keysOf(2_000, 2)).toEqual([]);
    expect(keysOf(3_000, 2)).toEqual(['d']);
  });

  test('a key forgotten before it was saved does not come back with the counts of the one that took its place', () => {
    const clock = new ManualClock();
    const before = new MemoryLimiter(clock, { snapshots: true });
    before.decide('gone', limits);
    before.forget('gone');
    before.decide('new', limits);
    const [after] = restart(before, clock.nowMs());
    expect(after.peek('gone', limits).remaining).toEqual([2, 5, 7]);
    expect(after.peek('new', limits).remaining).toEqual([1, 4, 6]);
  });

  test('a state that cannot be read is passed over', () => {
    const limiter = new MemoryLimiter(new ManualClock());
    expect(limiter.restore({ keyId: 'k', state: Buffer.from([9, 1, 2]) })).toBe(false);
    expect(limiter.restore({ keyId: 'k', state: Buffer.from([1, 200]) })).toBe(false);
    expect(limiter.size).toBe(0);
  });
});
