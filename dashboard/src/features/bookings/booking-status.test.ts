import { expect, test } from 'vitest';
import { bookingTitle, describeReason, formatStay, whoSees } from './booking-status.tsx';

test('a stay names its month once if it begins and ends in the same month', () => {
  expect(formatStay({ checkIn: '2027-01-16', checkOut: '2027-01-19' })).toBe('16–19 Jan');
  expect(formatStay({ checkIn: '2027-01-30', checkOut: '2027-02-02' })).toBe('30 Jan – 2 Feb');
  expect(formatStay({ checkIn: '2026-12-30', checkOut: '2027-01-02' })).toBe('30 Dec – 2 Jan');
});

test('a dialog names the guest and the stay, also if the name was erased', () => {
  const stay = { checkIn: '2027-01-16', checkOut: '2027-01-19' };
  const holder = { firstName: 'Ada', lastName: 'Moreno' };
  expect(bookingTitle({ ...stay, holder })).toBe('the booking of Ada Moreno, 16–19 Jan');
  const erased = { firstName: null, lastName: null };
  expect(bookingTitle({ ...stay, holder: erased })).toBe('the booking, 16–19 Jan');
});

test('the hint of a reason names the partner for test bookings only', () => {
  expect(whoSees({ testMode: true })).toContain('the partner sees it too');
  expect(whoSees({ testMode: false })).toContain('Only staff see it.');
});

test('a reason of a later version is shown in words', () => {
  expect(describeReason('SOLD_OUT')).toBe('sold out');
  expect(describeReason('HOTEL_CLOSED')).toBe('hotel closed');
});
