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
const OUTCOMES = [
  { key: 'ok', label: 'Succeeded', tone: 'good' },
  { key: '4xx', label: '4xx client error', word: 'failed (4xx)', tone: 'warn' },
] as const;
const hasValue = ({ values }: { values: object }) => Object.keys(values).length > 0;
const rest = { hasValue, isOpen: true, nowMs: NOW_MS };

it('a chart with one or two values is a sentence with their counts and times', () => {
  const few = points({ 6: { ok: 55, '4xx': 45 }, 9: { ok: 29, '4xx': 0 } });
  expect(isFew(few, hasValue)).toBe(true);
  expect(describeFew({ points: few, series: OUTCOMES, kind: 'counts', format: String, ...rest })).toBe(
    '55\u00A0succeeded, 45\u00A0failed (4xx) at 15:02. 29\u00A0succeeded since 15:05.',
  );
  expect(isFew(points({ 1: { ok: 1 }, 2: { ok: 1 }, 3: { ok: 1 } }), hasValue)).toBe(false);
});

it('a sentence about a level names the series only if there are several', () => {
  const format = (value: number) => `${value} ms`;
  const [p50, p95] = [
    { key: 'p50', label: 'p50', tone: 'accent' },
    { key: 'p95', label: 'p95', tone: 'amber' },
  ] as const;
  const one = points({ 8: { p50: 12, p95: 0 } });
  const words = (series: readonly (typeof p50 | typeof p95)[]) =>
    describeFew({ points: one, series, kind: 'levels', format, ...rest });
  expect(words([p95])).toBe('0 ms at 15:04.');
  expect(words([p50, p95])).toBe('p50 12 ms, p95 0 ms at 15:04.');
});

it('a sentence contains the date if a value is not from today, and only the date if each point is a day', () => {
  const at = (index: number, widthMs: number) =>
    describeFew({
      points: points({ [index]: { ok: 3 } }, widthMs),
      series: OUTCOMES,
      kind: 'counts',
      format: String,
      ...rest,
    });
  expect(at(4, 6 * 3_600_000)).toBe('3\u00A0succeeded on 17 Nov 2026, 09:05.');
  expect(at(8, 24 * 3_600_000)).toBe('3\u00A0succeeded on 17 Nov 2026.');
});

it('a chart without any value says so', () => {
  expect(describeFew({ points: points({}), series: OUTCOMES, kind: 'counts', format: String, ...rest })).toBe(
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
