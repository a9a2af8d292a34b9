import { expect, test } from 'vitest';
import { CLASSES, classOf, healthPeriod, percentileOf } from './call-statistics.ts';

function classesOf(durations: readonly number[]): number[] {
  const classes = Array<number>(CLASSES).fill(0);
  for (const ms of durations) classes[classOf(ms)] = (classes[classOf(ms)] ?? 0) + 1;
  return classes;
}

test('every duration falls into a histogram bucket, including the longest', () => {
  expect(classOf(0)).toBe(0);
  expect(classOf(10)).toBe(0);
  expect(classOf(10.5)).toBe(1);
  expect(classOf(1e9)).toBe(CLASSES - 1);
});

test('an estimated percentile falls into the same histogram bucket as the exact value', () => {
  const durations = Array.from({ length: 100 }, (_, i) => (i + 1) * 30);
  const classes = classesOf(durations);
  for (const share of [0.5, 0.95, 0.99]) {
    const exact = durations[Math.ceil(share * 100) - 1] as number;
    const estimated = percentileOf(classes, share, 3_000) as number;
    expect(classOf(estimated)).toBe(classOf(exact));
  }
});

test('a percentile never exceeds the longest duration and is null if there are no calls', () => {
  expect(percentileOf(classesOf([41_000]), 0.95, 41_000)).toBeLessThanOrEqual(41_000);
  expect(percentileOf(classesOf([3]), 0.95, 3)).toBeLessThanOrEqual(3);
  expect(percentileOf(classesOf([]), 0.95, 0)).toBeNull();
});

const NOW_MS = Date.parse('2027-01-10T12:34:56Z');
const back = (hours: number) => ({ from: new Date(NOW_MS - hours * 3_600_000).toISOString() });

test.each([
  [{}, 60, 3_600, '2027-01-09T12:00:00.000Z'],
  [back(1), 1, 60, '2027-01-10T11:34:00.000Z'],
  [back(6), 1, 300, '2027-01-10T06:30:00.000Z'],
  [back(7 * 24), 60, 14_400, '2027-01-03T12:00:00.000Z'],
  [back(365 * 24), 60, 43_200, '2026-12-11T12:00:00.000Z'],
  [{ from: '2027-01-01T10:00:00Z', to: '2027-01-01T11:00:00Z' }, 60, 3_600, '2027-01-01T10:00:00.000Z'],
])(
  'the provider health for the period %j is read from slots of %d minutes',
  (input, slotMinutes, bucketSeconds, from) => {
    const period = healthPeriod(input, NOW_MS);
    expect([period.slotMinutes, period.bucketSeconds, period.from.toISOString()]).toEqual([
      slotMinutes,
      bucketSeconds,
      from,
    ]);
  },
);
