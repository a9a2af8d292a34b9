import { expect, test } from 'vitest';
import { currentMonth, dayName, monthDays, monthName, shortMonthName } from './month.ts';

test('months are shown by name', () => {
  expect([monthName('2026-07'), shortMonthName('2026-07')]).toEqual(['July 2026', 'Jul 2026']);
  expect(dayName('2026-07-18')).toBe('18 Jul');
});

test('the days of a month are shown from the first to the last', () => {
  expect(monthDays('2026-07')).toBe('1–31 July 2026');
  expect(monthDays('2028-02')).toBe('1–29 February 2028');
});

test('an earlier month can be in an earlier year', () => {
  const now = new Date('2027-02-28T12:00:00Z');
  expect([currentMonth('UTC', now), currentMonth('UTC', now, 3)]).toEqual(['2027-02', '2026-11']);
});

test('the month is that of the time zone, not of the user', () => {
  const evening = new Date('2026-10-31T20:00:00-07:00');
  expect(currentMonth('America/Los_Angeles', evening)).toBe('2026-10');
  expect(currentMonth('Europe/Madrid', evening)).toBe('2026-11');
  expect(currentMonth('Europe/Madrid', evening, 5)).toBe('2026-06');
});
