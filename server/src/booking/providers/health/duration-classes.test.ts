import { expect, test } from 'vitest';
import { CLASSES, classOf, percentileOf } from './duration-classes.ts';

function classesOf(durations: readonly number[]): number[] {
  const classes = Array<number>(CLASSES).fill(0);
  for (const ms of durations) classes[classOf(ms)] = (classes[classOf(ms)] ?? 0) + 1;
  return classes;
}

test('every duration has a class, the longest too', () => {
  expect(classOf(0)).toBe(0);
  expect(classOf(10)).toBe(0);
  expect(classOf(10.5)).toBe(1);
  expect(classOf(1e9)).toBe(CLASSES - 1);
});

test('a percentile lies in the class of the duration it stands for', () => {
  const durations = Array.from({ length: 100 }, (_, i) => (i + 1) * 30);
  const classes = classesOf(durations);
  for (const share of [0.5, 0.95, 0.99]) {
    const exact = durations[Math.ceil(share * 100) - 1] as number;
    const estimated = percentileOf(classes, share, 3_000) as number;
    expect(classOf(estimated)).toBe(classOf(exact));
  }
});

test('none is longer than the longest, and without calls there is none', () => {
  expect(percentileOf(classesOf([41_000]), 0.95, 41_000)).toBeLessThanOrEqual(41_000);
  expect(percentileOf(classesOf([3]), 0.95, 3)).toBeLessThanOrEqual(3);
  expect(percentileOf(classesOf([]), 0.95, 0)).toBeNull();
});
