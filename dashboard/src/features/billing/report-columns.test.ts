import { expect, it } from 'vitest';
import { GROUPS } from './report.ts';
import { orderedBy, reportTable } from './report-columns.tsx';

const comparison = {
  ...{ earlier: undefined, isLoading: false },
  ...{ comparedWith: () => '', isOpen: () => false },
};
const lists = { bookingsOf: () => ({}), bookingsOfTotal: () => ({}) };

it('on a phone, a row of a report shows its name, revenue, margin in percent and change until it is opened', () => {
  const { columns } = reportTable({ groups: ['PARTNER'], totals: [], comparison, ...lists });
  const shown = columns.filter(({ phone }) => phone !== 'detail').map(({ heading }) => heading);
  expect(shown).toEqual(['Partner', 'Revenue', 'Margin %', 'Year before']);
});

it('a report can be sorted by each of its columns', () => {
  const { columns } = reportTable({ groups: GROUPS, totals: [], comparison, ...lists });
  expect(columns.length).toBeGreaterThan(GROUPS.length);
  expect(columns.filter(({ sortBy }) => sortBy === undefined)).toEqual([]);
});

it('the heading of the column that the default order follows is known', () => {
  expect(orderedBy(['PARTNER'])).toEqual({ key: 'revenue', isDescending: true });
  expect(orderedBy(['MONTH', 'PARTNER'])).toEqual({ key: 'month', isDescending: true });
  expect(orderedBy(['LEAD_TIME'])).toEqual({ key: 'lead', isDescending: false });
});

it('a report in several currencies has a column for the currency', () => {
  const totalIn = (currency: string) => {
    const none = { amount: '0.00', currency };
    const counts = {
      bookings: 0,
      cancelled: 0,
      roomNights: 0,
      roomNightsPerBooking: null,
      marginPercent: null,
    };
    const figures = { revenue: none, cost: none, margin: none, averageBooking: null, averageDailyRate: null };
    return { currency, ...counts, ...figures } as never;
  };
  const keysOf = (...currencies: string[]) => {
    const totals = currencies.map(totalIn);
    const { columns } = reportTable({ groups: ['PARTNER'], totals, comparison, ...lists });
    return columns.map(({ key }) => key);
  };
  expect(keysOf('EUR', 'GBP')).toContain('currency');
  expect(keysOf('EUR')).not.toContain('currency');
});
