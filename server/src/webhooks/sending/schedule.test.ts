import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeAnswer } from '../deliveries/attempt-delivery.ts';
import { MAX_ATTEMPTS, nextAttemptMs, parseRetryAfter, RETRY_DELAYS_MS } from './schedule.ts';

const HOUR_MS = 3_600_000;

describe('the retry schedule', () => {
  it('the retry schedule makes ten attempts over 75 h, 35 min and 5 s', () => {
    expect(MAX_ATTEMPTS).toBe(10);
    expect(RETRY_DELAYS_MS.reduce((sum, delayMs) => sum + delayMs)).toBe(75 * HOUR_MS + 35 * 60_000 + 5_000);
    expect(RETRY_DELAYS_MS.map((_, i) => nextAttemptMs(i + 1, 0.5))).toEqual(RETRY_DELAYS_MS);
    expect(nextAttemptMs(MAX_ATTEMPTS, 0.5)).toBeUndefined();
    expect(nextAttemptMs(MAX_ATTEMPTS, 0.5, HOUR_MS)).toBeUndefined();
  });

  it('the retry schedule varies each delay by at most a fifth in either direction', () => {
    expect(nextAttemptMs(1, 0)).toBe(4_000);
    expect(nextAttemptMs(1, 0.999_999)).toBe(6_000);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (step, random) => {
          const ratio = (nextAttemptMs(step, random) ?? 0) / (RETRY_DELAYS_MS[step - 1] ?? 0);
          expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(0.2001);
        },
      ),
    );
  });

  it('the retry schedule respects a later time that the receiver requests, up to a day, but never an earlier time', () => {
    expect(nextAttemptMs(1, 0.5, 60_000)).toBe(60_000);
    expect(nextAttemptMs(2, 0.5, 1_000)).toBe(300_000);
    expect(nextAttemptMs(1, 0.5, 90 * HOUR_MS)).toBe(24 * HOUR_MS);
    expect(nextAttemptMs(9, 0.75, 24 * HOUR_MS)).toBe(26.4 * HOUR_MS);
  });
});

describe('Retry-After', () => {
  const nowMs = Date.UTC(2026, 6, 2, 10, 0, 0);

  it.each([
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Thu, 02 Jul 2026 10:05:00 GMT', 300_000],
    ['999999999999', 999_999_999_999_000],
  ])('the Retry-After value %s is accepted', (header, waitMs) => {
    expect(parseRetryAfter(header, nowMs)).toBe(waitMs);
  });

  it.each([
    undefined,
    '',
    '0',
    '-5',
    '1.5',
    '1e3',
    'soon',
    '2026-07-02T10:05:00Z',
    'Thu, 02 Jul 2026 09:00:00 GMT',
    'Xxx, 99 Xxx 2026 10:05:00 GMT',
  ])('the Retry-After value %s is ignored', header => {
    expect(parseRetryAfter(header, nowMs)).toBeUndefined();
  });
});

it.each([
  [200, 'DELIVERED'],
  [204, 'DELIVERED'],
  [299, 'DELIVERED'],
  [301, 'FAILED'],
  [304, 'FAILED'],
  [400, 'FAILED'],
  [410, 'GONE'],
  [500, 'FAILED'],
  [undefined, 'FAILED'],
] as const)('a webhook attempt with the response status %s is classified as %s', (status, outcome) => {
  expect(judgeAnswer(status === undefined ? { error: 'x' } : { status }).outcome).toBe(outcome);
});
