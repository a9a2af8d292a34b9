import { expect, it } from 'vitest';
import { isUnfinished } from './chart-scale.ts';
import { describeFew, isFew } from './few-values.ts';

const NOW_MS = new Date('2026-11-18T15:05:20').getTime();
/** Points of one minute each, until now. */
const points = (values: Record<number, Record<string, number>>, widthMs = 60_000) =>
  Array.from({ length: 10 }, (_, index) => ({
    start: new Date(Math.floor(NOW_MS / 60_000) * 60_000 - (9 - index) * widthMs).toISOString(),
    values: values[index] ?? {},
  }));
const RATE = [{ key: 'rate', label: 'Error rate' }];
const hasValue = ({ values }: { values: object }) => Object.keys(values).length > 0;
const rest = { hasValue, isOpen: true, nowMs: NOW_MS };

it('one or two levels are a sentence with their times, and counts are always drawn', () => {
  const few = points({ 6: { rate: 45 }, 9: { rate: 0 } });
  expect([isFew(few, hasValue, 'levels'), isFew(few, hasValue, 'counts')]).toEqual([true, false]);
  expect(isFew(points({}), hasValue, 'counts')).toBe(true);
  const format = (value: number) => `${value}%`;
  expect(describeFew({ points: few, series: RATE, format, ...rest })).toBe('45% at 15:02. 0% since 15:05.');
  const three = points({ 1: { rate: 1 }, 2: { rate: 1 }, 3: { rate: 1 } });
  expect(isFew(three, hasValue, 'levels')).toBe(false);
});

it('a sentence about a level names the series only if there are several', () => {
  const format = (value: number) => `${value} ms`;
  const [p50, p95] = [
    { key: 'p50', label: 'p50', tone: 'accent' },
    { key: 'p95', label: 'p95', tone: 'amber' },
  ] as const;
  const one = points({ 8: { p50: 12, p95: 0 } });
  const words = (series: readonly (typeof p50 | typeof p95)[]) =>
    describeFew({ points: one, series, format, ...rest });
  expect(words([p95])).toBe('0 ms at 15:04.');
  expect(words([p50, p95])).toBe('p50 12 ms, p95 0 ms at 15:04.');
});

it('a sentence contains the date if a value is not from today, and only the date if each point is a day', () => {
  const at = (index: number, widthMs: number) =>
    describeFew({
      points: points({ [index]: { rate: 3 } }, widthMs),
      series: RATE,
      format: String,
      ...rest,
    });
  expect(at(4, 6 * 3_600_000)).toBe('3 from 17 Nov 2026, 09:05 to 15:05.');
  expect(at(8, 24 * 3_600_000)).toBe('3 on 17 Nov 2026.');
});

it('a chart without any value says so', () => {
  expect(describeFew({ points: points({}), series: RATE, format: String, ...rest })).toBe(
    'No values in this period.',
  );
});

it('the last point is unfinished until its time is over', () => {
  const minutes = points({});
  expect(isUnfinished(minutes, NOW_MS)).toBe(true);
  expect(isUnfinished(minutes, NOW_MS + 60_000)).toBe(false);
  expect(isUnfinished(minutes, NOW_MS - 60_000)).toBe(false);
  expect(isUnfinished(minutes.slice(0, 1), NOW_MS)).toBe(false);
});
