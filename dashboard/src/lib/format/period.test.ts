import { expect, it } from 'vitest';
import { fillBuckets, lastPeriod, periodFrom } from './period.ts';

const NOW = Date.parse('2026-07-02T10:15:42.500Z');

it.each([
  ['1h', '2026-07-02T09:15:00.000Z'],
  ['7d', '2026-06-25T10:15:00.000Z'],
  [undefined, '2026-07-01T10:15:00.000Z'],
  ['nonsense', '2026-07-01T10:15:00.000Z'],
])('the period %s starts at %s', (period, from) => expect(periodFrom(period, NOW)).toBe(from));

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
  const { times } = lastPeriod('7d');
  expect(times(NOW)).toEqual({ from: '2026-06-25T10:15:00.000Z' });
  expect(times(NOW + 60_000)).toEqual({ from: '2026-06-25T10:16:00.000Z' });
});
