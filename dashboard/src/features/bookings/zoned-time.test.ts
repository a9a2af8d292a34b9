import { expect, test } from 'vitest';
import { deadlineText, zonedTexts } from './zoned-time.tsx';

const AT = '2027-01-15T17:00:00Z';

test('a deadline is shown in the time zone of the hotel and in that of the user', () => {
  expect(zonedTexts(AT, 'Europe/Madrid', 'UTC')).toEqual({
    hotel: '15 Jan 2027, 18:00 CET',
    own: '15 Jan 2027, 17:00 UTC',
  });
});

test('a deadline is shown once if both time zones show the same, or if that of the hotel is unknown', () => {
  expect(zonedTexts(AT, 'Europe/Madrid', 'Europe/Paris').own).toBeUndefined();
  expect(zonedTexts(AT, null, 'UTC')).toEqual({ hotel: undefined, own: '15 Jan 2027, 17:00 UTC' });
});

test('a deadline in a sentence repeats the date only if it is another one for the user', () => {
  expect(deadlineText(AT, 'Europe/Madrid', 'UTC')).toBe('15 Jan 2027, 18:00 hotel time (17:00 your time)');
  expect(deadlineText(AT, 'Europe/Madrid', 'Asia/Tokyo')).toBe(
    '15 Jan 2027, 18:00 hotel time (16 Jan 2027, 02:00 your time)',
  );
  expect(deadlineText(AT, 'Europe/Madrid', 'Europe/Paris')).toBe('15 Jan 2027, 18:00 hotel time');
  expect(deadlineText(AT, null, 'UTC')).toBe('15 Jan 2027, 17:00 your time');
});
