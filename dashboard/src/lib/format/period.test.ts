import { expect, it } from 'vitest';
import { bucketWords, cutEmptyStart, fillBuckets, lastPeriod, periodFrom } from './period.ts';

const NOW = Date.parse('2026-07-02T10:15:42.500Z');

it.each([
  ['1h', '2026-07-02T09:15:00.000Z'],
  ['7d', '2026-06-26T00:00:00.000Z'],
  ['30d', '2026-06-03T00:00:00.000Z'],
  [undefined, '2026-07-01T10:15:00.000Z'],
  ['nonsense', '2026-07-01T10:15:00.000Z'],
])('the period %s starts at %s', (period, from) => expect(periodFrom(period, NOW)).toBe(from));

it.each([
  [60, 'minute'],
  [900, '15 minutes'],
  [3_600, 'hour'],
  [21_600, '6 hours'],
  [86_400, 'day'],
])('a point of %i seconds covers a %s', (seconds, words) => expect(bucketWords(seconds)).toBe(words));

const period = { from: '2026-07-02T10:00:00Z', to: '2026-07-02T10:04:30Z', bucketSeconds: 60 };
const empty = (start: string) => ({ start, calls: 0 });

it('a chart contains every bucket of the period in order, including the last one', () => {
  const filled = fillBuckets(period, [{ start: '2026-07-02T10:02:00.000Z', calls: 7 }], empty);
  expect(filled.map(({ calls }) => calls)).toEqual([0, 0, 7, 0, 0]);
  expect(filled.at(-1)?.start).toBe('2026-07-02T10:04:00.000Z');
});

it('a chart of an empty period contains one empty bucket', () => {
  expect(fillBuckets({ ...period, to: period.from }, [], empty)).toHaveLength(1);
});

it('a window moves with the clock', () => {
  const { times } = lastPeriod('24h');
  expect(times(NOW)).toEqual({ from: '2026-07-01T10:15:00.000Z' });
  expect(times(NOW + 60_000)).toEqual({ from: '2026-07-01T10:16:00.000Z' });
});

it('a chart with a short history starts shortly before its first value, and has one of a few lengths', () => {
  const hour = (used: number) => Array.from({ length: 60 }, (_, minute) => (minute >= 60 - used ? 1 : 0));
  const lengthOf = (values: number[]) => cutEmptyStart(values, value => value === 0).length;
  expect([1, 9, 10, 19, 25, 30, 60].map(used => lengthOf(hour(used)))).toEqual([10, 10, 20, 20, 30, 60, 60]);
  expect(lengthOf(hour(0))).toBe(60);
  // Few points stay visible, and the last one is always the end of the period.
  expect(cutEmptyStart([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7], value => value === 0)).toEqual([
    ...[0, 0, 0, 0, 0, 0, 0],
    7,
  ]);
});
