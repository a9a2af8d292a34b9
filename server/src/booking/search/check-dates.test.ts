import { expect, test } from 'vitest';
import { checkDates, pastCheckIn } from './check-dates.ts';

const wrong = (checkIn: unknown, nowMs = NOON) => checkDates({ checkIn }, nowMs);
const NOON = Date.parse('2027-03-10T12:00:00Z');

test('a check-in date is accepted as long as it is still current somewhere on Earth', () => {
  expect(wrong('2027-03-10')).toEqual([]);
  // In UTC-12, the tenth ends at noon UTC on the eleventh.
  expect(wrong('2027-03-10', Date.parse('2027-03-11T11:59:59Z'))).toEqual([]);
  expect(wrong('2027-03-10', Date.parse('2027-03-11T12:00:00Z'))).toMatchObject([{ code: 'DATE_IN_PAST' }]);
});

test('check-in may be at most 500 days after the latest date that is current on Earth', () => {
  expect(wrong('2028-07-22')).toEqual([]);
  expect(wrong('2028-07-24')).toEqual([
    { path: '/checkIn', code: 'DATE_TOO_FAR', message: 'Choose a check-in date within the next 500 days.' },
  ]);
});

test.each([undefined, null, 20_270_310, ['2020-01-01'], {}, '', 'soon', '2027-13-40'])(
  'checkDates does not throw for the malformed date %j',
  checkIn => {
    expect(() => wrong(checkIn)).not.toThrow();
  },
);

test('whether a check-in date has passed depends on the time zone of the hotel', () => {
  expect(pastCheckIn('2027-03-10', NOON)('Pacific/Kiritimati')).toBe(true);
  expect(pastCheckIn('2027-03-10', NOON)('Europe/Madrid')).toBe(false);
  expect(pastCheckIn('2027-03-09', Date.parse('2027-03-10T10:59:59Z'))('Pacific/Pago_Pago')).toBe(false);
  expect(pastCheckIn('2027-03-10', NOON)(null)).toBe(false);
});
