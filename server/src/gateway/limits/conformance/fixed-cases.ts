import { expect, test } from 'vitest';
import type { Limits } from '../limiter.ts';
import { type LimiterUnderTest, OPEN } from './limiter-under-test.ts';

async function fill(
  { limiter }: LimiterUnderTest,
  keyId: string,
  limits: Limits,
  count: number,
): Promise<void> {
  for (let index = 0; index < count; index++) {
    expect((await limiter.decide(keyId, limits)).admitted).toBe(true);
  }
}

export function describeFixedCases(subject: () => LimiterUnderTest): void {
  describeWaits(subject);
  describeEdits(subject);

  test('the limiter stores nothing for a rejected request, regardless of how often it is retried', async () => {
    const { limiter, stored } = subject();
    const limits = { ...OPEN, perMinute: 2 };
    await fill(subject(), 'k', limits, 2);
    const before = await stored('k');
    expect(before).not.toBe('');
    for (let index = 0; index < 50; index++) await limiter.decide('k', limits);
    expect(await stored('k')).toBe(before);
    expect((await limiter.peek('k', OPEN)).remaining).toEqual([1e9 - 2, 1e9 - 2, 1e9 - 2]);
  });

  test('peeking at the limiter counts nothing and reports a rejection exactly as the next decision does', async () => {
    const { limiter } = subject();
    const limits = { ...OPEN, perMinute: 2 };
    expect(await limiter.peek('k', limits)).toMatchObject({ admitted: true, remaining: [2, 1e9, 1e9] });
    await fill(subject(), 'k', limits, 2);
    const seen = await limiter.peek('k', limits);
    expect(seen.admitted).toBe(false);
    expect(await limiter.decide('k', limits)).toEqual(seen);
  });

  test('the limiter counts each key separately', async () => {
    const limits = { ...OPEN, perMinute: 1 };
    await fill(subject(), 'a', limits, 1);
    await fill(subject(), 'b', limits, 1);
  });
}

function describeWaits(subject: () => LimiterUnderTest): void {
  test.each([
    ['minute', { ...OPEN, perMinute: 3 }, 60],
    ['hour', { ...OPEN, perHour: 3 }, 3600],
    ['day', { ...OPEN, perDay: 3 }, 86_400],
  ] as const)(
    'once the limit per %s is used up, the limiter rejects requests until the last millisecond of the wait and then admits one',
    async (window, limits, seconds) => {
      const { limiter, clock } = subject();
      await fill(subject(), 'k', limits, 3);
      const refused = await limiter.decide('k', limits);
      const waitMs = Math.max(...refused.waitMs);
      expect(refused).toMatchObject({ admitted: false, violated: window });
      expect(waitMs).toBeGreaterThan((seconds * 1000 * 239) / 240);
      expect(waitMs).toBeLessThanOrEqual(seconds * 1000);
      expect(refused.retryAfterSeconds).toBe(Math.ceil(waitMs / 1000));
      clock.advance(waitMs - 1);
      expect(await limiter.decide('k', limits)).toMatchObject({ admitted: false, retryAfterSeconds: 1 });
      clock.advance(1);
      expect(await limiter.decide('k', limits)).toMatchObject({ admitted: true });
    },
  );

  test('the limiter reports the wait for the window that will be the last to admit a request', async () => {
    const { limiter, clock } = subject();
    const limits = { ...OPEN, perMinute: 2, perHour: 2 };
    await fill(subject(), 'k', limits, 2);
    clock.advance(1000);
    const refused = await limiter.decide('k', limits);
    expect(refused).toMatchObject({ admitted: false, violated: 'hour', remaining: [0, 0, 1e9 - 2] });
    expect(refused.retryAfterSeconds).toBe(Math.ceil(refused.waitMs[1] / 1000));
  });

  test('the limiter admits no additional request when the wall clock is set back', async () => {
    const { limiter, clock } = subject();
    const limits = { ...OPEN, perMinute: 4 };
    await fill(subject(), 'k', limits, 4);
    for (const stepMs of [-1000, -30_000, -10_000]) {
      clock.advance(1100);
      clock.stepCalendar(stepMs);
      expect((await limiter.decide('k', limits)).admitted).toBe(false);
    }
  });
}

function describeEdits(subject: () => LimiterUnderTest): void {
  test('the limiter applies a raised or lowered limit to the next request', async () => {
    const { limiter } = subject();
    await fill(subject(), 'k', { ...OPEN, perHour: 5 }, 5);
    expect((await limiter.decide('k', { ...OPEN, perHour: 5 })).admitted).toBe(false);
    expect((await limiter.decide('k', { ...OPEN, perHour: 6 })).admitted).toBe(true);
    const lowered = await limiter.decide('k', { ...OPEN, perHour: 2 });
    expect(lowered).toMatchObject({ admitted: false, remaining: [1e9 - 6, 0, 1e9 - 6] });
    expect((await limiter.decide('k', { ...OPEN, perHour: 7 })).admitted).toBe(true);
  });
}
