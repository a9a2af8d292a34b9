import { expect, test } from 'vitest';
import { offersOf, withOffer } from './try-offers.ts';

const offer = (offerId: string, refundability = 'REFUNDABLE') => ({
  offerId,
  rooms: [{ name: 'Double room', roomCode: 'DBL' }],
  board: { code: 'RO', name: 'Room only' },
  price: { net: { amount: '212.40', currency: 'EUR' } },
  cancellation: { refundability },
});

test('an offer is named by its room, board, price and whether it is refundable', () => {
  const offers = offersOf({
    hotels: [{ name: 'Mar', offers: [offer('off_1'), offer('off_2', 'NON_REFUNDABLE')] }],
  });
  expect(offers.map(({ label }) => label.replaceAll('\u00a0', ' '))).toEqual([
    'Double room · Room only · 212.40 EUR · Refundable',
    'Double room · Room only · 212.40 EUR · Non-refundable',
  ]);
  expect(offers[1]?.path).toBe('hotels[0].offers[1].offerId');
});

test('offers of several hotels begin with the name of the hotel, and summaries have codes', () => {
  const summary = {
    ...offer('off_3'),
    rooms: [{ roomCode: 'DBL' }, { roomCode: null }],
    board: { code: 'RO' },
  };
  const offers = offersOf({
    hotels: [
      { name: 'Mar', offers: [offer('off_1')] },
      { name: 'Sol', offers: [summary] },
    ],
  });
  expect(offers.map(({ offerId, path }) => `${offerId} ${path}`)).toEqual([
    'off_1 hotels[0].offers[0].offerId',
    'off_3 hotels[1].offers[0].offerId',
  ]);
  expect(offers[0]?.label).toMatch(/^Mar · Double room/);
  expect(offers[1]?.label).toMatch(/^Sol · DBL \+ Room · RO · /);
});

test('a response without offers has none to choose', () => {
  for (const response of [null, {}, { error: { code: 'RATE_LIMITED' } }, { hotels: [{ name: 'Mar' }] }])
    expect(offersOf(response)).toEqual([]);
});

test('the chosen offer replaces the one that was carried on, and says where it is in the response', () => {
  const carried = { name: 'offer', value: 'off_1', path: 'p', operation: 'availability', requestId: 'r' };
  const chosen = { offerId: 'off_2', path: 'hotels[0].offers[1].offerId', label: '' };
  expect(withOffer([carried], chosen)).toEqual([{ ...carried, value: 'off_2', path: chosen.path }]);
});
