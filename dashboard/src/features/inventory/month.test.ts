import { expect, it } from 'vitest';
import {
  addMonths,
  firstMonth,
  firstWeek,
  isMonth,
  isNight,
  monthAfterKey,
  monthOfWeek,
  monthsOfYear,
  nightsOfMonth,
  nightsOfMonths,
  nightsOfWeek,
  sameWeekdaysBefore,
  shortMonthName,
  swipeStep,
  weekdayOf,
  weekName,
} from './month.ts';

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

it('the months of a year are chosen with the arrow keys, also in another year', () => {
  const after = (keys: readonly string[]) => keys.map(key => monthAfterKey('2027-02', key));
  expect(after(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])).toEqual([
    ...['2027-01', '2027-03', '2026-11', '2027-05'],
  ]);
  expect(after(['PageUp', 'PageDown', 'Home', 'End'])).toEqual(['2026-02', '2028-02', '2027-01', '2027-12']);
  expect(after(['Enter', 'a'])).toEqual([undefined, undefined]);
  // The URL accepts no earlier month.
  expect(monthAfterKey('1000-01', 'ArrowLeft')).toBeUndefined();
  expect(monthsOfYear('2027').map(shortMonthName).join(' ')).toBe(
    'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  );
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

it('a week starts on Monday and belongs to the month that contains most of its nights', () => {
  const week = nightsOfWeek('2027-01-02');
  expect([week[0], week.at(-1), week.length]).toEqual(['2026-12-28', '2027-01-03', 7]);
  expect(monthOfWeek(week)).toBe('2026-12');
  expect([week, nightsOfWeek('2027-01-13')].map(weekName)).toEqual(['28 Dec – 3 Jan 2027', '11–17 Jan 2027']);
  expect(nightsOfMonths(week)).toHaveLength(62);
  expect(nightsOfMonths(nightsOfWeek('2027-01-13'))).toHaveLength(31);
  expect(['2027-01-02', '2027-13-02', 'soon', undefined].map(isNight)).toEqual([true, false, false, false]);
});

it('the first week of a month contains the selected night, otherwise today or most of the first nights', () => {
  const today = '2027-01-20';
  const weekOf = (month: string, selected?: string) => firstWeek(month, selected, today)[0];
  expect(weekOf('2027-01', '2027-01-08')).toBe('2027-01-04');
  expect(weekOf('2027-01', '2027-03-08')).toBe('2027-01-18');
  expect(weekOf('2027-01')).toBe('2027-01-18');
  expect([weekOf('2027-04'), weekOf('2028-01')]).toEqual(['2027-03-29', '2028-01-03']);
});

it('only a horizontal swipe shows another week', () => {
  const swipes = [swipeStep(-80, 10), swipeStep(80, -10), swipeStep(-20, 0), swipeStep(-80, 60)];
  expect(swipes).toEqual([1, -1, 0, 0]);
});
