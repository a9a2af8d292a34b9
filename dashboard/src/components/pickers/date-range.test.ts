import { expect, test } from 'vitest';
import {
  dateAndTime,
  describeRange,
  formatDate,
  joinDateTime,
  PAST_PRESETS,
  parseDate,
  rangeOf,
  tidyTime,
  timeProblem,
} from './date-range.ts';

test('a preset counts days from today, across months', () => {
  const [today, yesterday, week] = PAST_PRESETS.map(preset => rangeOf(preset, '2027-03-01'));
  expect(today).toEqual({ from: '2027-03-01', to: '2027-03-01' });
  expect(yesterday).toEqual({ from: '2027-02-28', to: '2027-02-28' });
  expect(week).toEqual({ from: '2027-02-23', to: '2027-03-01' });
});

test('a date is read in the time zone of the user, and an unreadable one is ignored', () => {
  expect(formatDate(parseDate('2027-03-01') as Date)).toBe('2027-03-01');
  expect(parseDate('nonsense')).toBeUndefined();
});

test('a range is described by one date, two dates, or an open end', () => {
  expect(describeRange({ from: '2027-06-01', to: '2027-06-01' })).toBe('1 Jun 2027');
  expect(describeRange({ from: '2027-06-01', to: '2027-06-07' })).toBe('1 Jun 2027 – 7 Jun 2027');
  expect(describeRange({ from: '2027-06-01' })).toBe('From 1 Jun 2027');
  expect(describeRange({})).toBeUndefined();
});

test('a date with a time is split and joined again, and the time may be left out', () => {
  expect(dateAndTime('2027-06-01T09:30')).toEqual(['2027-06-01', '09:30']);
  expect(dateAndTime('2027-06-01')).toEqual(['2027-06-01', '']);
  expect([
    joinDateTime('2027-06-01', '09:30'),
    joinDateTime('2027-06-01', ''),
    joinDateTime('', '09:30'),
  ]).toEqual(['2027-06-01T09:30', '2027-06-01', '']);
  expect(['', '09:30', '23:59:59'].map(timeProblem)).toEqual([undefined, undefined, undefined]);
  expect(['9:30', '24:00', 'noon'].every(text => timeProblem(text) !== undefined)).toBe(true);
});

test('short forms of a time are completed, and other texts are only trimmed', () => {
  expect(['9', '930', '9.30', '15:00', '1500'].map(tidyTime)).toEqual([
    ...['09:00', '09:30', '09:30', '15:00', '15:00'],
  ]);
  expect(['', ' noon ', '9:3', '09:30:15'].map(tidyTime)).toEqual(['', 'noon', '9:3', '09:30:15']);
});
