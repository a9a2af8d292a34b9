import { expect, test } from 'vitest';
import { daysBetween } from './days-between.ts';

const at = (text: string) => Date.parse(text);
const days = (from: string, to: string, zone: string) =>
  daysBetween(at(from), at(to), zone).map(({ date, isComplete }) => `${date} ${isComplete}`);

test('days begin at midnight in the time zone', () => {
  const [first] = daysBetween(at('2026-11-17T12:00:00Z'), at('2026-11-17T13:00:00Z'), 'Asia/Tokyo');
  expect(first).toEqual({ date: '2026-11-17', startMs: at('2026-11-16T15:00:00Z'), isComplete: false });
});

test('a day is complete only if the period covers all of it', () => {
  expect(days('2026-11-16T12:00:00Z', '2026-11-18T12:00:00Z', 'UTC')).toEqual([
    '2026-11-16 false',
    '2026-11-17 true',
    '2026-11-18 false',
  ]);
});

test('a period that ends at midnight does not contain the next day', () => {
  expect(days('2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z', 'UTC')).toEqual(['2026-11-16 true']);
});

test('a day of 25 hours is complete only if the period covers its last hour', () => {
  // Clocks are set back on 25 October.
  expect(days('2026-10-24T22:00:00Z', '2026-10-25T22:00:00Z', 'Europe/Madrid')).toEqual(['2026-10-25 false']);
  expect(days('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'Europe/Madrid')).toEqual(['2026-10-25 true']);
});
