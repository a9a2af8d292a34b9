import { expect, test } from 'vitest';
import { bookingTitle, describeReason, stayWords, whoSees, whoseBooking } from './booking-status.tsx';

test('the queue shows both days of a stay with the year, and the number of nights', () => {
  const words = (checkIn: string, checkOut: string) => Object.values(stayWords({ checkIn, checkOut }));
  expect(words('2027-01-16', '2027-01-19')).toEqual(['16–19 Jan 2027', '3 nights']);
  expect(words('2027-03-28', '2027-03-29')).toEqual(['28–29 Mar 2027', '1 night']);
  expect(words('2026-12-30', '2027-01-02')).toEqual(['30 Dec 2026 – 2 Jan 2027', '3 nights']);
});

test('a dialog names the guest and the stay, also if the name was erased', () => {
  const stay = { checkIn: '2027-01-16', checkOut: '2027-01-19' };
  const holder = { firstName: 'Ada', lastName: 'Moreno' };
  expect(bookingTitle({ ...stay, holder })).toBe('Ada Moreno’s booking, 16–19 Jan');
  const erased = { firstName: null, lastName: null };
  expect(bookingTitle({ ...stay, holder: erased })).toBe('the booking, 16–19 Jan');
  expect(whoseBooking({ ...erased, lastName: 'Jones' })).toBe('Jones’s booking');
});

test('the hint of a reason names the partner for test bookings only', () => {
  expect(whoSees({ testMode: true })).toContain('the partner sees it too');
  expect(whoSees({ testMode: false })).toContain('Visible to staff only');
});

test('a reason of a later version is shown in words', () => {
  expect(describeReason('SOLD_OUT')).toBe('sold out');
  expect(describeReason('HOTEL_CLOSED')).toBe('hotel closed');
});
