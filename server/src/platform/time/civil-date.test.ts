import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, earliestDateOnEarth, latestDateOnEarth, nightsOf } from './civil-date.ts';

const date = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map(day => day.toISOString().slice(0, 10));

it.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-02-28', 1, '2027-03-01'],
  ['2027-12-31', 1, '2028-01-01'],
  ['2027-03-01', -1, '2027-02-28'],
])('the date %s plus %d days is %s', (from, days, to) => {
  expect(addDays(from, days)).toBe(to);
});

it('a stay contains one night per day, in order', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: 1, max: 30 }), (checkIn, count) => {
      const checkOut = addDays(checkIn, count);
      const nights = nightsOf(checkIn, checkOut);
      expect(nights).toHaveLength(nightsBetween(checkIn, checkOut));
      for (const [i, night] of nights.entries()) expect(night).toBe(addDays(checkIn, i));
    }),
  );
});

it('the earliest and latest dates that are current somewhere on Earth are found', () => {
  const at = Date.parse('2027-03-10T11:00:00Z');
  expect([earliestDateOnEarth(at), latestDateOnEarth(at)]).toEqual(['2027-03-09', '2027-03-11']);
  expect(earliestDateOnEarth(at + 3_600_000)).toBe('2027-03-10');
});
