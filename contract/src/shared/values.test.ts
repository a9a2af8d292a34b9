import { expect, test } from 'vitest';
import { calendarDate, instant } from './values.ts';

const codesOf = (result: ReturnType<ReturnType<typeof instant>['safeParse']>) =>
  result.error?.issues.map(({ code }) => code) ?? [];

test('dates and instants before the year 1 are rejected', () => {
  expect(codesOf(instant().safeParse('0000-12-31T23:59:59Z'))).toEqual(['custom']);
  expect(codesOf(calendarDate().safeParse('0000-12-31'))).toEqual(['custom']);
  expect(codesOf(instant().safeParse('0001-01-01T00:00:00Z'))).toEqual([]);
  expect(codesOf(calendarDate().safeParse('9999-12-31'))).toEqual([]);
});

test('an invalid date is reported only once', () => {
  expect(codesOf(instant().safeParse('0000'))).toEqual(['invalid_format']);
  expect(codesOf(calendarDate().safeParse('0000-00-00'))).toEqual(['invalid_format']);
});
