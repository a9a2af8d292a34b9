import { expect, test } from 'vitest';
import { deadlineText, pastText, zonedTexts } from './zoned-time.tsx';

const AT = '2027-01-15T17:00:00Z';

test('a time is given at the hotel and for the user, without the date if it is the same', () => {
  expect(zonedTexts(AT, 'Europe/Madrid', 'UTC')).toEqual({
    hotel: { full: '15 Jan 2027, 18:00', short: '18:00', zone: 'CET' },
    own: { full: '15 Jan 2027, 17:00', short: '17:00', zone: 'UTC' },
    differ: true,
  });
  expect(zonedTexts(AT, 'Europe/Madrid', 'Europe/Paris').differ).toBe(false);
  expect(zonedTexts(AT, null, 'UTC')).toMatchObject({ hotel: undefined, differ: false });
});

test('a deadline in a sentence repeats the date only if it is another one for the user', () => {
  expect(deadlineText(AT, 'Europe/Madrid', 'UTC')).toBe('15 Jan 2027, 18:00 hotel time (17:00 your time)');
  expect(deadlineText(AT, 'Europe/Madrid', 'Asia/Tokyo')).toBe(
    '15 Jan 2027, 18:00 hotel time (16 Jan 2027, 02:00 your time)',
  );
  expect(deadlineText(AT, 'Europe/Madrid', 'Europe/Paris')).toBe('15 Jan 2027, 18:00 hotel time');
  expect(deadlineText(AT, null, 'UTC')).toBe('15 Jan 2027, 17:00 your time');
});

test('a time in the past is given for the user first', () => {
  expect(pastText(AT, 'Europe/Madrid', 'UTC')).toBe('15 Jan 2027, 17:00 (18:00 at the hotel)');
  expect(pastText('2027-01-15T23:30:00Z', 'Europe/Madrid', 'UTC')).toBe(
    '15 Jan 2027, 23:30 (16 Jan 2027, 00:30 at the hotel)',
  );
  expect(pastText(AT, 'Europe/Madrid', 'Europe/Paris')).toBe('15 Jan 2027, 18:00');
  expect(pastText(AT, null, 'UTC')).toBe('15 Jan 2027, 17:00');
});
