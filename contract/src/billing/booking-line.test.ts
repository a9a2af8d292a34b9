import { expect, it } from 'vitest';
import { bookingLine } from './booking-line.ts';

const BOOKING = {
  clientReference: 'TEST-2',
  guest: 'Mary Delacroix',
  hotel: 'Casa Luna',
  checkIn: '2027-01-17',
  checkOut: '2027-01-20',
};

it('the line of a booking contains its reference, holder, hotel and stay', () => {
  expect(bookingLine(BOOKING)).toBe('TEST-2 · Mary Delacroix · Casa Luna, 17–20 Jan 2027');
  expect(bookingLine({ ...BOOKING, checkOut: '2027-02-02' })).toContain('Casa Luna, 17 Jan – 2 Feb 2027');
  expect(bookingLine({ ...BOOKING, checkOut: '2028-01-03' })).toContain(
    'Casa Luna, 17 Jan 2027 – 3 Jan 2028',
  );
});

it('the line of a booking leaves out a name that was erased', () => {
  expect(bookingLine({ ...BOOKING, guest: null })).toBe('TEST-2 · Casa Luna, 17–20 Jan 2027');
});
