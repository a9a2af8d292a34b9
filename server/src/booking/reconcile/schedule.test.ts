import { expect, test } from 'vitest';
import { absentGapMs, attentionAfterMs, checkPauseMs, requestPauseMs } from './schedule.ts';

const live = { speedUp: 1 };
const MINUTE_MS = 60_000;

test('the pauses between checks of a booking are 5, 15 and 30 s, then 1, 2, 5, 10, 15, 20 and 30 min, and then an hour', () => {
  const pauses = Array.from({ length: 12 }, (_, checks) => checkPauseMs(checks, live, 0.5) / 1_000);
  expect(pauses).toEqual([5, 15, 30, 60, 120, 300, 600, 900, 1_200, 1_800, 3_600, 3_600]);
});

test('jitter shifts the pause between two checks by at most 10 %', () => {
  expect([checkPauseMs(0, live, 0), checkPauseMs(0, live, 1)]).toEqual([4_500, 5_500]);
});

test('reconciliation checks an ON_REQUEST booking every five minutes in the first hour, then every thirty minutes', () => {
  expect(requestPauseMs(0, live, 0.5)).toBe(5 * MINUTE_MS);
  expect(requestPauseMs(60 * MINUTE_MS - 1, live, 0.5)).toBe(5 * MINUTE_MS);
  expect(requestPauseMs(60 * MINUTE_MS, live, 0.5)).toBe(30 * MINUTE_MS);
});

test("the pauses and time limits of the checks are divided by the supplier's speed-up factor", () => {
  const fast = { speedUp: 30 };
  expect(checkPauseMs(3, fast, 0.5)).toBe(2_000);
  expect(requestPauseMs(2 * MINUTE_MS, fast, 0.5)).toBe(MINUTE_MS);
  expect([absentGapMs(live), absentGapMs(fast)]).toEqual([10 * MINUTE_MS, 20_000]);
  expect([attentionAfterMs(live), attentionAfterMs(fast)]).toEqual([1_440 * MINUTE_MS, 48 * MINUTE_MS]);
});
