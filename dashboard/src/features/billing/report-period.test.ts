import { expect, it } from 'vitest';
import {
  chartMonths,
  isStillOpen,
  monthsName,
  periodFilters,
  periodOf,
  periodOptions,
  rangeFilters,
  yearBefore,
} from './report-period.ts';

const NOVEMBER = '2026-11';
const months = (period: string, basis: 'BOOKED' | 'STAY' = 'STAY', thisMonth = NOVEMBER) => {
  const { from, to } = periodOf({ period }, basis, thisMonth);
  return `${from} ${to}`;
};

it('each named period of a report covers whole months, also across a new year', () => {
  expect(months('month')).toBe('2026-11 2026-11');
  expect(months('last-month', 'STAY', '2026-01')).toBe('2025-12 2025-12');
  expect(months('quarter')).toBe('2026-10 2026-12');
  expect(months('last-quarter', 'STAY', '2026-02')).toBe('2025-10 2025-12');
  expect(months('year')).toBe('2026-01 2026-12');
  expect(months('last-year')).toBe('2025-01 2025-12');
  expect(months('12m')).toBe('2025-12 2026-11');
  expect(months('next-month')).toBe('2026-12 2026-12');
  expect(months('next-12m')).toBe('2026-11 2027-10');
});

it('by booking date, a period ends with this month, so that the year before has as many months', () => {
  expect(months('year', 'BOOKED')).toBe('2026-01 2026-11');
  expect(months('quarter', 'BOOKED')).toBe('2026-10 2026-11');
  expect(months('last-year', 'BOOKED')).toBe('2025-01 2025-12');
});

it('without a period, a report covers the last 12 months by booking date, and this year by check-in date', () => {
  expect(periodOf({}, 'BOOKED', NOVEMBER)).toEqual({ key: '12m', from: '2025-12', to: '2026-11' });
  expect(periodOf({}, 'STAY', NOVEMBER)).toEqual({ key: 'year', from: '2026-01', to: '2026-12' });
  // Nothing is booked in the future.
  expect(periodOf({ period: 'next-month' }, 'BOOKED', NOVEMBER).key).toBe('12m');
  expect(periodOptions('BOOKED').some(([key]) => key === 'next-month')).toBe(false);
});

it('months in a link are a range of their own, and all months can be chosen', () => {
  expect(periodOf({ from: '2026-03' }, 'BOOKED', NOVEMBER)).toEqual({ key: 'custom', from: '2026-03' });
  expect(periodOf({ from: '2026-03-01' }, 'BOOKED', NOVEMBER).key).toBe('12m');
  expect(periodOf({ period: 'all' }, 'BOOKED', NOVEMBER)).toEqual({ key: 'all' });
});

it('choosing months begins with those of the period before, and the default is not in the URL', () => {
  const shown = { from: '2026-10', to: '2026-11' };
  expect(periodFilters('custom', 'BOOKED', shown)).toEqual({ period: 'custom', ...shown });
  const none = { from: undefined, to: undefined };
  expect(periodFilters('12m', 'BOOKED', shown)).toEqual({ period: undefined, ...none });
  expect(periodFilters('12m', 'STAY', shown)).toEqual({ period: '12m', ...none });
});

it('the ends of a range never change places', () => {
  const range = { from: '2026-03', to: '2026-05' };
  expect(rangeFilters('to', '2026-04', range)).toEqual({ period: 'custom', from: '2026-03', to: '2026-04' });
  expect(rangeFilters('from', '2026-08', range)).toEqual({
    period: 'custom',
    from: '2026-08',
    to: '2026-08',
  });
  expect(rangeFilters('from', undefined, range)).toEqual({ period: 'custom', to: '2026-05' });
});

it('a period is compared with the same months of the year before', () => {
  expect(yearBefore({ from: '2026-01', to: '2026-11' })).toEqual({ from: '2025-01', to: '2025-11' });
  expect(yearBefore({ from: undefined, to: '2026-11' })).toEqual({ from: undefined, to: '2025-11' });
  expect(monthsName({ from: '2025-01', to: '2025-11' })).toBe('Jan 2025 – Nov 2025');
  expect(monthsName({ from: '2025-11', to: '2025-11' })).toBe('November 2025');
});

it('a change is not judged while its period has just begun or contains later months', () => {
  expect(isStillOpen({ from: '2026-11', to: '2026-11' }, NOVEMBER)).toBe(true);
  expect(isStillOpen({ from: '2026-01', to: '2026-12' }, NOVEMBER)).toBe(true);
  expect(isStillOpen({ from: '2025-12', to: '2026-11' }, NOVEMBER)).toBe(true);
  expect(isStillOpen({ from: '2026-10', to: '2026-10' }, NOVEMBER)).toBe(false);
});

it('a report has a chart if it covers 2 to 36 months', () => {
  const isDrawn = (from?: string, to?: string) => chartMonths({ from, to }) !== undefined;
  expect(chartMonths({ from: '2026-01', to: '2026-02' })).toEqual({ from: '2026-01', to: '2026-02' });
  expect(isDrawn('2026-01', '2026-01')).toBe(false);
  expect(isDrawn('2024-01', '2026-12')).toBe(true);
  expect(isDrawn('2024-01', '2027-01')).toBe(false);
  expect(isDrawn('2026-01')).toBe(false);
});
