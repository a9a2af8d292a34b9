import { expect, test } from 'vitest';
import { cancelledBooking, resultFacts } from './result-facts.ts';

const net = { amount: '325.28', currency: 'EUR' };
const facts = (operation: string, body: object) =>
  resultFacts({ operation, response: { body } } as unknown as Parameters<typeof resultFacts>[0]).map(
    ({ label, value }) => `${label}: ${value}`,
  );

test('a search names its lowest price, also if the first offer is not the cheapest', () => {
  const offers = [{ price: { net } }, { price: { net: { amount: '99.00', currency: 'EUR' } } }];
  expect(facts('availability', { hotels: [{ offers }] })).toEqual([
    'Hotels: 1',
    'Offers: 2',
    'Lowest price: 99.00 EUR',
  ]);
});

test('a booking and a cancellation name their status, amount and references', () => {
  const booking = { bookingId: 'bkg_1', status: 'CONFIRMED', clientReference: 'TRY-1', price: { net } };
  expect(facts('booking', { booking })).toEqual([
    'Status: Confirmed',
    'Price: 325.28 EUR',
    'Booking: bkg_1',
    'Client reference: TRY-1',
  ]);
  const cancelled = { booking: { ...booking, status: 'CANCELLED' }, penalty: { ...net, amount: '0.00' } };
  expect(facts('cancel', cancelled).slice(0, 2)).toEqual(['Status: Cancelled', 'Penalty: 0.00 EUR']);
  expect(cancelledBooking(cancelled)).toEqual({ penalty: '0.00 EUR' });
  // The response of `mode: QUOTE` says what a cancellation would cost, and cancels nothing.
  expect(cancelledBooking({ booking, penalty: net })).toBeUndefined();
});

test('an error has no result', () => {
  for (const operation of ['availability', 'prebooking', 'booking', 'cancel', 'boards'])
    expect(facts(operation, { error: { code: 'RATE_LIMITED' } })).toEqual([]);
});
