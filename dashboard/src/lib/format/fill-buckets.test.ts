import { expect, it } from 'vitest';
import { fillBuckets } from './fill-buckets.ts';

const period = { from: '2026-07-02T10:00:00Z', to: '2026-07-02T10:04:30Z', bucketSeconds: 60 };
const empty = (start: string) => ({ start, calls: 0 });

it('every bucket of the period stands there, in order, the last one too', () => {
  const filled = fillBuckets(period, [{ start: '2026-07-02T10:02:00.000Z', calls: 7 }], empty);
  expect(filled.map(({ calls }) => calls)).toEqual([0, 0, 7, 0, 0]);
  expect(filled.at(-1)?.start).toBe('2026-07-02T10:04:00.000Z');
});

it('an empty period is one empty bucket', () => {
  expect(fillBuckets({ ...period, to: period.from }, [], empty)).toHaveLength(1);
});
