import { expect, it } from 'vitest';
import { addMonths, firstMonth, isMonth, nightsOfMonth, sameWeekdaysBefore, weekdayOf } from './month.ts';

it('the calendar lists every night of a month, regardless of daylight saving time', () => {
  expect(nightsOfMonth('2028-02')).toHaveLength(29);
  expect(nightsOfMonth('2027-03').slice(-1)).toEqual(['2027-03-31']);
  expect([addMonths('2027-12', 1), addMonths('2027-01', -1)]).toEqual(['2028-01', '2026-12']);
  expect(weekdayOf('2027-06-11')).toBe('Fri');
});

it('a night is compared with the same weekday of the year before', () => {
  const before = sameWeekdaysBefore({ from: '2028-02-01', to: '2028-02-29' });
  expect(before).toEqual({ from: '2027-02-02', to: '2027-03-02' });
  expect(weekdayOf(before.from)).toBe(weekdayOf('2028-02-01'));
  expect(weekdayOf(before.to)).toBe(weekdayOf('2028-02-29'));
});

it('the calendar accepts only valid months', () => {
  expect(['2027-06', '2027-13', '06-2027', undefined].map(isMonth)).toEqual([true, false, false, false]);
});

it('the calendar opens at the month with inventory that is nearest to today', () => {
  expect(firstMonth('2027-06-11', '2027-01-01', '2027-12-31')).toBe('2027-06');
  expect(firstMonth('2027-06-11', '2027-09-01', '2027-12-31')).toBe('2027-09');
  expect(firstMonth('2027-06-11', '2026-09-01', '2026-12-31')).toBe('2026-12');
  expect(firstMonth('2027-06-11', null, null)).toBe('2027-06');
});
