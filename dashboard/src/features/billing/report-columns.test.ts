import { expect, it } from 'vitest';
import { GROUPS } from './report.ts';
import { reportTable } from './report-columns.tsx';

it('a report can be sorted by each of its columns', () => {
  const comparison = {
    ...{ earlier: undefined, isLoading: false },
    ...{ comparedWith: () => '', isOpen: () => false },
  };
  const lists = { bookingsOf: () => ({}), bookingsOfTotal: () => ({}) };
  const { columns } = reportTable({ groups: GROUPS, totals: [], comparison, ...lists });
  expect(columns.length).toBeGreaterThan(GROUPS.length);
  expect(columns.filter(({ sortBy }) => sortBy === undefined)).toEqual([]);
});
