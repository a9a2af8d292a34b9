import { expect, test } from 'vitest';
import { splitRange } from './report-range.ts';

test('a report of whole months reads only sums', () => {
  expect(splitRange('2026-01', '2026-11')).toEqual({ months: { from: '2026-01', to: '2026-11' }, days: [] });
  expect(splitRange(undefined, undefined)).toEqual({ months: { from: undefined, to: undefined }, days: [] });
  expect(splitRange('2026-02', '2026-02').days).toEqual([]);
});

test('the first and the last day of a month are its ends, also in leap years', () => {
  const february = { months: { from: '2028-02', to: '2028-02' }, days: [] };
  expect(splitRange('2028-02-01', '2028-02-29')).toEqual(february);
  expect(splitRange('2028-02-01', '2028-02-28').days).toEqual([
    { month: '2028-02', from: '2028-02-01', to: '2028-02-28' },
  ]);
  expect(splitRange('2027-02', '2027-02-28').days).toEqual([]);
});

test('a month whose last day is not complete is read by day', () => {
  expect(splitRange('2026-01', '2026-11-30', true)).toEqual({
    months: { from: '2026-01', to: '2026-10' },
    days: [{ month: '2026-11', from: '2026-11-01', to: '2026-11-30' }],
  });
});

test('only the months in which a report begins or ends are read by day', () => {
  expect(splitRange('2026-11-18', '2027-02')).toEqual({
    months: { from: '2026-12', to: '2027-02' },
    days: [{ month: '2026-11', from: '2026-11-18', to: '2026-11-30' }],
  });
  expect(splitRange('2025-01', '2025-11-18')).toEqual({
    months: { from: '2025-01', to: '2025-10' },
    days: [{ month: '2025-11', from: '2025-11-01', to: '2025-11-18' }],
  });
  expect(splitRange(undefined, '2026-01-05')).toEqual({
    months: { from: undefined, to: '2025-12' },
    days: [{ month: '2026-01', from: '2026-01-01', to: '2026-01-05' }],
  });
});

test('a report of some days of one or two months has no whole month', () => {
  expect(splitRange('2026-11-03', '2026-11-18')).toEqual({
    months: undefined,
    days: [{ month: '2026-11', from: '2026-11-03', to: '2026-11-18' }],
  });
  expect(splitRange('2026-11-03', '2026-11').days).toEqual([
    { month: '2026-11', from: '2026-11-03', to: '2026-11-30' },
  ]);
  expect(splitRange('2026-11-18', '2026-12-05')).toMatchObject({
    months: undefined,
    days: [{ month: '2026-11' }, { month: '2026-12', to: '2026-12-05' }],
  });
});
