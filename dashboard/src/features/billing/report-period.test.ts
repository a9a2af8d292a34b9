import { expect, it } from 'vitest';
import {
  chartMonths,
  cutOf,
  daysOf,
  isStillOpen,
  monthOfPeriod,
  periodFilters,
  periodOf,
  periodOptions,
  periodWords,
  rangeName,
  rangeRead,
  yearBefore,
} from './report-period.ts';

const TODAY = '2026-11-18';
const NOVEMBER = '2026-11';
const months = (period: string, basis: 'BOOKED' | 'STAY' = 'STAY', today = TODAY) => {
  const { from, to, until } = periodOf({ period }, basis, today);
  return [from, to, until].filter(Boolean).join(' ');
};

it('each finished or coming period of a report covers whole months, also across a new year', () => {
  expect(months('last-month', 'STAY', '2026-01-05')).toBe('2025-12 2025-12');
  expect(months('last-quarter', 'STAY', '2026-02-05')).toBe('2025-10 2025-12');
  expect(months('last-year')).toBe('2025-01 2025-12');
  expect(months('whole-year')).toBe('2026-01 2026-12');
  expect(months('next-month')).toBe('2026-12 2026-12');
  expect(months('next-12m')).toBe('2026-11 2027-10');
});

it.each(['BOOKED', 'STAY'] as const)('a period that is not over ends today (%s)', basis => {
  expect(months('month', basis)).toBe('2026-11 2026-11 2026-11-18');
  expect(months('quarter', basis)).toBe('2026-10 2026-11 2026-11-18');
  expect(months('year', basis)).toBe('2026-01 2026-11 2026-11-18');
  expect(months('7d', basis)).toBe('2026-11-12 2026-11 2026-11-18');
  expect(months('30d', basis)).toBe('2026-10-20 2026-11 2026-11-18');
  expect(months('12m', basis)).toBe('2025-12 2026-11 2026-11-18');
});

it('only check-ins are read until today, because nothing is booked later', () => {
  const period = periodOf({ period: 'year' }, 'STAY', TODAY);
  expect(rangeRead(period, 'STAY')).toEqual({ from: '2026-01', to: TODAY });
  expect(rangeRead(period, 'BOOKED')).toEqual({ from: '2026-01', to: NOVEMBER });
});

it('without a period, a report covers the last 12 months by booking date, and this year by check-in date', () => {
  expect(periodOf({}, 'BOOKED', TODAY)).toEqual({
    key: '12m',
    from: '2025-12',
    to: '2026-11',
    until: TODAY,
  });
  expect(periodOf({}, 'STAY', TODAY)).toMatchObject({ key: 'year', from: '2026-01', to: '2026-11' });
  // Nothing is booked in the future.
  expect(periodOf({ period: 'next-month' }, 'BOOKED', TODAY).key).toBe('12m');
  expect(periodOptions('BOOKED').some(([key]) => key === 'next-month')).toBe(false);
});

it('months or days in a link are a range of their own, and all dates can be chosen', () => {
  expect(periodOf({ from: '2026-03' }, 'BOOKED', TODAY)).toEqual({ key: 'custom', from: '2026-03' });
  expect(periodOf({ from: '2026-03-05', to: '2026-04-18' }, 'BOOKED', TODAY)).toEqual({
    ...{ key: 'custom', from: '2026-03-05', to: '2026-04-18' },
  });
  expect(periodOf({ from: 'yesterday' }, 'BOOKED', TODAY).key).toBe('12m');
  expect(periodOf({ period: 'all' }, 'BOOKED', TODAY)).toEqual({ key: 'all' });
  const november = { from: NOVEMBER, to: NOVEMBER };
  expect(periodOf(november, 'BOOKED', TODAY)).toEqual({ key: 'custom', ...november, until: TODAY });
  // Stays to come belong to the chosen months.
  expect(periodOf(november, 'STAY', TODAY)).toEqual({ key: 'custom', ...november });
});

it('custom dates that end today are a period that is not over', () => {
  const period = periodOf({ from: '2026-10-20', to: TODAY }, 'STAY', TODAY);
  expect(period).toEqual({ key: 'custom', from: '2026-10-20', to: NOVEMBER, until: TODAY });
  expect(daysOf(period)).toEqual({ from: '2026-10-20', to: TODAY });
  expect(rangeRead(period, 'STAY')).toEqual({ from: '2026-10-20', to: TODAY });
  expect(yearBefore(period)).toEqual({ from: '2025-10-20', to: '2025-11-18' });
});

it('choosing dates begins with the days of the period before, and the default is not in the URL', () => {
  const shown = { from: '2026-10', to: NOVEMBER, until: TODAY };
  expect(periodFilters('custom', 'BOOKED', shown, TODAY)).toEqual({ from: '2026-10-01', to: TODAY });
  expect(periodFilters('custom', 'BOOKED', {}, TODAY)).toEqual({ from: '2026-11-01', to: TODAY });
  const none = { from: undefined, to: undefined };
  expect(periodFilters('12m', 'BOOKED', shown, TODAY)).toEqual({ period: undefined, ...none });
  expect(periodFilters('12m', 'STAY', shown, TODAY)).toEqual({ period: '12m', ...none });
});

it('a finished period is compared with the same months of the year before', () => {
  expect(yearBefore({ from: '2026-01', to: '2026-11' })).toEqual({ from: '2025-01', to: '2025-11' });
  expect(yearBefore({ from: undefined, to: '2026-11' })).toEqual({ from: undefined, to: '2025-11' });
  expect(yearBefore({ from: '2028-02-01', to: '2028-02-29' })).toEqual({
    from: '2027-02-01',
    to: '2027-02-28',
  });
  expect(rangeName({ from: '2025-01', to: '2025-11' })).toBe('1 Jan 2025 – 30 Nov 2025');
  expect(rangeName({ from: '2025-11', to: '2025-11' })).toBe('November 2025');
});

it('a period that is not over is compared with the year before until the same day', () => {
  const before = (period: string, today = TODAY) => yearBefore(periodOf({ period }, 'BOOKED', today));
  expect(before('year')).toEqual({ from: '2025-01', to: '2025-11-18' });
  expect(before('12m')).toEqual({ from: '2024-12', to: '2025-11-18' });
  expect(before('month', '2028-02-29')).toEqual({ from: '2027-02', to: '2027-02-28' });
  expect(rangeName(before('12m'))).toBe('1 Dec 2024 – 18 Nov 2025');
  expect(rangeName(before('month', '2026-11-01'))).toBe('1 Nov 2025');
});

it('a report names its days and those that it is compared with', () => {
  const words = (period: string, basis: 'BOOKED' | 'STAY' = 'STAY') =>
    periodWords(periodOf({ period }, basis, TODAY), true, TODAY, basis);
  expect(words('12m', 'BOOKED')).toBe(
    '1 Dec 2025 – 18 Nov 2026, compared with 1 Dec 2024 – 18 Nov 2025, up to the same time of day.',
  );
  expect(words('last-year')).toBe('1 Jan 2025 – 31 Dec 2025, compared with 1 Jan 2024 – 31 Dec 2024.');
  expect(words('whole-year')).toBe(
    '1 Jan 2026 – 31 Dec 2026, compared with 1 Jan 2025 – 31 Dec 2025. More bookings can still come in.',
  );
  expect(words('all', 'BOOKED')).toBe(
    'All dates. Each month is compared with the same month of the year before. November 2026 is not over, but is compared with the whole month.',
  );
  expect(periodWords({}, false, TODAY, 'BOOKED')).toBe('All dates.');
  expect(periodWords({ from: '2026-03-05' }, false, TODAY, 'BOOKED')).toBe('From 5 Mar 2026.');
});

it('a report by check-in compares whole days, because a check-in has no time of day', () => {
  const period = periodOf({ period: 'year' }, 'STAY', TODAY);
  expect(periodWords(period, true, TODAY, 'STAY')).toMatch(
    / – 18 Nov 2025\. Later stays are under “On the books”\.$/,
  );
  expect(cutOf(period)).toEqual({ untilTimeOfDay: true });
  expect(cutOf(periodOf({ period: 'last-year' }, 'STAY', TODAY))).toEqual({});
});

it('a range without a first day that ends today says that its last month is compared until the same day', () => {
  const period = periodOf({ to: NOVEMBER }, 'BOOKED', TODAY);
  expect(yearBefore(period)).toEqual({ from: undefined, to: '2025-11-18' });
  expect(periodWords(period, true, TODAY, 'BOOKED')).toBe(
    'Until 18 Nov 2026. Each month is compared with the same month of the year before, the last one up to the same day and time.',
  );
});

it('a change is judged once a week has passed, and never while days are to come', () => {
  const isOpen = (period: string, today = TODAY) => isStillOpen(periodOf({ period }, 'STAY', today), today);
  expect(isOpen('month')).toBe(false);
  expect(isOpen('month', '2026-11-06')).toBe(true);
  expect(isOpen('month', '2026-11-07')).toBe(false);
  expect(isOpen('year', '2026-01-06')).toBe(true);
  expect(isOpen('12m', '2026-11-01')).toBe(false);
  expect(isOpen('last-month')).toBe(false);
  expect(isOpen('whole-year')).toBe(true);
  expect(isOpen('all')).toBe(true);
  const year = periodOf({ period: 'year' }, 'BOOKED', '2026-11-03');
  expect(isStillOpen(monthOfPeriod(year, '2026-11'), '2026-11-03')).toBe(true);
  expect(isStillOpen(monthOfPeriod(year, '2026-10'), '2026-11-03')).toBe(false);
  const days = periodOf({ from: '2026-11-13', to: TODAY }, 'BOOKED', TODAY);
  expect(isStillOpen(days, TODAY)).toBe(true);
  expect(isStillOpen({ from: '2026-11-01', to: '2026-11-10' }, TODAY)).toBe(false);
});

it('a report has a chart if it covers 2 to 36 months', () => {
  const isDrawn = (from?: string, to?: string) => chartMonths({ from, to }) !== undefined;
  expect(chartMonths({ from: '2026-01', to: '2026-02' })).toEqual({ from: '2026-01', to: '2026-02' });
  expect(isDrawn('2026-01', '2026-01')).toBe(false);
  expect(isDrawn('2024-01', '2026-12')).toBe(true);
  expect(isDrawn('2024-01', '2027-01')).toBe(false);
  expect(isDrawn('2026-01')).toBe(false);
  expect(isDrawn('2026-01-15', '2026-02-03')).toBe(false);
  expect(chartMonths({ from: '2026-01-01', to: '2026-02-03' })).toEqual({ from: '2026-01', to: '2026-02' });
});
