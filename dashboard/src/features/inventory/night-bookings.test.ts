import { expect, it } from 'vitest';
import { nightSummary } from './night-bookings.ts';

const booking = (amount: string, currency = 'EUR') => ({ price: { amount, currency } });
const night = { sold: 3, allotment: 8 };

it('the bookings of a night are summed up with their rooms and prices', () => {
  const three = [booking('318.60'), booking('318.60'), booking('318.60')];
  expect(nightSummary(three, true, night)).toBe(
    '3 bookings, 3 of 8 rooms, 955.80 EUR in total for these stays',
  );
  expect(nightSummary([booking('9.00')], true, undefined)).toBe(
    '1 booking, 9.00 EUR in total for these stays',
  );
});

it('amounts in different currencies are not added, and nothing is counted while there are more bookings', () => {
  expect(nightSummary([booking('9.00'), booking('9.00', 'USD')], true, night)).toBe(
    '2 bookings, 3 of 8 rooms',
  );
  expect(nightSummary([booking('9.00')], false, night)).toBe('3 of 8 rooms');
});
