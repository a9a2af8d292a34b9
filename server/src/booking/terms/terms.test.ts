import { expect, test } from 'vitest';
import { penaltyAt } from './terms.ts';

const WINDOWS = [
  { fromMs: null, toMs: 1_000, penaltyMinor: 0 },
  { fromMs: 1_000, toMs: 2_000, penaltyMinor: 50 },
  { fromMs: 2_000, toMs: 3_000, penaltyMinor: 50 },
  { fromMs: 3_000, toMs: null, penaltyMinor: 90 },
];

test.each([
  [-5_000, 0, 1_000, 50],
  [999, 0, 1_000, 50],
  [1_000, 50, 3_000, 90],
  [2_999, 50, 3_000, 90],
])('at %d ms, penaltyAt returns %d until %d ms, and then %d', (atMs, penaltyMinor, validUntilMs, next) => {
  expect(penaltyAt(WINDOWS, atMs)).toEqual({
    penaltyMinor,
    validUntilMs,
    next: { penaltyMinor: next, fromMs: validUntilMs },
  });
});

test('penaltyAt returns no next penalty in the last window', () => {
  expect(penaltyAt(WINDOWS, 3_000)).toEqual({ penaltyMinor: 90, validUntilMs: null, next: null });
});

test('penaltyAt throws a RangeError for unknown terms', () => {
  expect(() => penaltyAt([], 0)).toThrow(RangeError);
});
