import { expect, test } from 'vitest';
import { recentPeriod } from './recent-period.ts';

const LENGTHS = { defaultDays: 7, maxDays: 31 };
const now = Date.parse('2026-10-31T22:30:00Z');

test('a month with a change of clocks is not cut, even in its last hour', () => {
  const from = '2026-09-30T22:00:00Z';
  expect(recentPeriod({ from }, now, LENGTHS)).toEqual({ fromMs: Date.parse(from), toMs: now });
});

test('a period up to now that is too long starts later', () => {
  const { fromMs } = recentPeriod({ from: '2026-01-01T00:00:00Z' }, now, LENGTHS);
  expect(new Date(fromMs).toISOString()).toBe('2026-09-30T21:30:00.000Z');
});

test('without a start, the period has the default length', () => {
  expect(recentPeriod({ to: '2026-10-08T00:00:00Z' }, now, LENGTHS).fromMs).toBe(
    Date.parse('2026-10-01T00:00:00Z'),
  );
});
