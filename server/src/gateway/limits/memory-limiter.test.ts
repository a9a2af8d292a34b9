import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeLimiter } from './conformance/limiter-conformance.ts';
import { OPEN } from './conformance/limiter-under-test.ts';
import { decodeKeyCounts, encodeKeyCounts, type KeyCounts } from './key-counts.ts';
import { MemoryLimiter } from './memory-limiter.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

describe('the in-memory limiter', () => {
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

  test('the in-memory limiter returns its decision synchronously, without a promise', () => {
    expect(new MemoryLimiter(new ManualClock()).decide('k', OPEN)).not.toBeInstanceOf(Promise);
  });

  test('the in-memory limiter keeps counting in the latest cell when the clock is set back and clears only windows shorter than the step', () => {
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

  test('the in-memory limiter counts more than 65,535 requests in a cell without losing earlier counts', () => {
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

  test('the in-memory limiter drops a key that has not been used for a day and counts from zero when the key is used again', () => {
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

describe('stored counts', () => {
  const limits = { perMinute: 2, perHour: 5, perDay: 7 };

  /** Simulates a later process, with another monotonic clock and a later wall clock. */
  function restart(before: MemoryLimiter, calendarMs: number): [MemoryLimiter, ManualClock] {
    const clock = new ManualClock(calendarMs);
    const after = new MemoryLimiter(clock);
    for (const keyId of before.keyIds()) {
      const counts = decodeKeyCounts(encodeKeyCounts(before.counts(keyId)));
      expect(counts).toEqual(before.counts(keyId));
      after.addCounts(keyId, counts as KeyCounts);
    }
    return [after, clock];
  }

  test('a rate limit wait continues after a restart and is shorter by the time that has passed', () => {
    const clock = new ManualClock();
    const before = new MemoryLimiter(clock);
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

  test('correcting the wall clock while the process is running does not shift counts', () => {
    const clock = new ManualClock();
    const before = new MemoryLimiter(clock);
    before.decide('k', limits);
    clock.stepCalendar(7 * HOUR_MS);
    clock.advance(30_000);
    before.decide('k', limits);
    const [after] = restart(before, clock.nowMs());
    expect(after.peek('k', limits).remaining).toEqual(before.peek('k', limits).remaining);
    expect(after.peek('k', limits).remaining).toEqual([0, 3, 5]);
  });

  test('stored counts with an unknown version or damaged bytes are not decoded', () => {
    expect(decodeKeyCounts(Buffer.from([9, 1, 2]))).toBeUndefined();
    expect(decodeKeyCounts(Buffer.from([1, 200]))).toBeUndefined();
  });

  test('counts are stored in the version 1 format, so that they survive an upgrade', () => {
    const counts: KeyCounts = [
      [
        { cell: 7_000_000_000, count: 3 },
        { cell: 7_000_000_239, count: 70_000 },
      ],
      [],
      [],
    ];
    const stored = '01' + '02' + '0001a13b8600' + '0003' + 'eff0a204' + '00000000000000' + '00000000000000';
    expect(encodeKeyCounts(counts).toString('hex')).toBe(stored);
    expect(decodeKeyCounts(Buffer.from(stored, 'hex'))).toEqual(counts);
  });
});
