import { expect, test } from 'vitest';
import { exponentialBackoffMs, randomFraction, withJitter } from './backoff.ts';

test('exponential backoff doubles from the first delay up to the maximum', () => {
  const limits = { firstMs: 100, maxMs: 500 };
  expect([1, 2, 3, 4, 5].map(failures => exponentialBackoffMs(failures, limits))).toEqual([
    100, 200, 400, 500, 500,
  ]);
});

test('jitter lengthens or shortens a delay by at most the given share', () => {
  expect([0, 0.5, 1].map(random => withJitter(1_000, 0.1, random))).toEqual([900, 1_000, 1_100]);
});

test('a random fraction is at least 0 and less than 1', () => {
  for (let i = 0; i < 1_000; i++) {
    const fraction = randomFraction();
    expect(fraction >= 0 && fraction < 1).toBe(true);
  }
});
