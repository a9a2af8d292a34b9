import { expect, test } from 'vitest';
import { hotelTimeFirst, ownTimeFirst, zonedTexts } from './zoned-time.tsx';

const AT = '2027-01-15T17:00:00Z';
const deadline = (zone: string | null, own: string, at = AT) => hotelTimeFirst(zonedTexts(at, zone, own));
const past = (zone: string | null, own: string, at = AT) => ownTimeFirst(zonedTexts(at, zone, own));

test('a time in two time zones writes the date once', () => {
  expect(deadline('Europe/Madrid', 'UTC')).toBe('15 Jan 2027, 18:00 hotel time (17:00 your time)');
  expect(past('Europe/Madrid', 'UTC')).toBe('15 Jan 2027, 17:00 (18:00 at the hotel)');
});

test('the second time has a date if it is on another day', () => {
  const late = '2027-01-15T23:30:00Z';
  expect(deadline('Europe/Madrid', 'UTC', late)).toBe(
    '16 Jan 2027, 00:30 hotel time (15 Jan 2027, 23:30 your time)',
  );
  expect(past('Europe/Madrid', 'UTC', late)).toBe('15 Jan 2027, 23:30 (16 Jan 2027, 00:30 at the hotel)');
});

test('a time is shown once if clocks in both time zones show the same, or if that of the hotel is unknown', () => {
  expect(zonedTexts(AT, 'Europe/Madrid', 'Europe/Paris').differ).toBe(false);
  expect(deadline('Europe/Madrid', 'Europe/Paris')).toBe('15 Jan 2027, 18:00 CET');
  expect(past('Europe/Madrid', 'Europe/Paris')).toBe('15 Jan 2027, 18:00');
  expect(deadline(null, 'UTC')).toBe('15 Jan 2027, 17:00 UTC');
  expect(past(null, 'UTC')).toBe('15 Jan 2027, 17:00');
});
