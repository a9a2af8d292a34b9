import { expect, test } from 'vitest';
import { requestSummary } from './request-summary.ts';

const summary = (operation: string, body: object) => requestSummary(operation, JSON.stringify(body));

test('a search is summed up by its stay, guests and hotels', () => {
  const stay = { checkIn: '2027-01-17', checkOut: '2027-01-20' };
  expect(summary('availability', { ...stay, occupancies: [{ adults: 2 }], hotelIds: ['htl_1'] })).toBe(
    '17–20 Jan 2027, 2 adults, 1 hotel',
  );
  const family = [{ adults: 2, childAges: [4, 7] }, { adults: 1 }];
  expect(summary('availability', { ...stay, occupancies: family })).toBe(
    '17–20 Jan 2027, 3 adults, 2 children, 2 rooms',
  );
});

test('a booking is summed up by its guest and price, and a cancellation by the penalty it accepts', () => {
  const price = { amount: '325.28', currency: 'EUR' };
  const holder = { firstName: 'Ada', lastName: 'Moreno' };
  expect(summary('booking', { holder, rooms: [{}], expectedPrice: price })).toBe(
    'Ada Moreno, 1 room, 325.28 EUR',
  );
  expect(summary('cancel', { bookingId: 'bkg_1' })).toBe('One booking, only if it is free of charge');
  expect(summary('cancel', { bookingId: 'bkg_1', maxPenalty: price })).toBe(
    'One booking, penalty up to 325.28 EUR',
  );
});

test('other operations and bodies that cannot be read have no summary', () => {
  expect(summary('boards', {})).toBeUndefined();
  expect(requestSummary('availability', '{')).toBeUndefined();
  expect(summary('availability', { checkIn: 'soon', checkOut: 'later' })).toBeUndefined();
});
