import { expect, it } from 'vitest';
import { GROUPS } from './report.ts';
import { reportTable } from './report-columns.tsx';

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
