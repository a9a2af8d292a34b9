import { expect, test } from 'vitest';
import { firstOffers, offersOf, priceChangeOf, productOf, withOffer } from './try-offers.ts';

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

test('each id shows what was chosen, so that a quote is never mistaken for that of another offer', () => {
  const dearer = { ...offer('off_2'), price: { net: { amount: '325.28', currency: 'EUR' } } };
  const answered = (operation: string, body: object) =>
    ({ operation, response: { body } }) as unknown as Parameters<typeof productOf>[1][number];
  const sent = [
    answered('availability', { hotels: [{ name: 'Mar', offers: [offer('off_1'), dearer] }] }),
    answered('prebooking', { quoteId: 'quo_1', offer: dearer }),
    answered('booking', { booking: { bookingId: 'bkg_1', ...dearer } }),
  ];
  const words = 'Double room, Room only, 325.28 EUR';
  expect(productOf({ name: 'offer', value: 'off_1' }, sent)).toBe('Double room, Room only, 212.40 EUR');
  expect(productOf({ name: 'offer', value: 'off_2' }, sent)).toBe(words);
  expect(productOf({ name: 'quote', value: 'quo_1' }, sent)).toBe(words);
  expect(productOf({ name: 'booking', value: 'bkg_1' }, sent)).toBe(words);
  expect(productOf({ name: 'quote', value: 'quo_2' }, sent)).toBeUndefined();
});

test('a quote whose price differs from that of the search has a price change', () => {
  const from = { amount: '290.61', currency: 'EUR' };
  const to = { amount: '325.28', currency: 'EUR' };
  expect(priceChangeOf({ changes: [{ field: 'price.net', from, to }] })).toEqual({
    from: '290.61 EUR',
    to: '325.28 EUR',
  });
  for (const same of [
    null,
    {},
    { changes: [] },
    { changes: [{ field: 'payment.type', from: 'A', to: 'B' }] },
  ])
    expect(priceChangeOf(same)).toBeUndefined();
});

test('the first three offers of a search name the hotel, the board and the price', () => {
  const { shown, more } = firstOffers({
    hotels: [{ name: 'Casa Luna', offers: ['1', '2', '3', '4'].map(id => offer(id)) }],
  });
  expect(shown.map(({ offerId }) => offerId)).toEqual(['1', '2', '3']);
  expect(shown[0]).toMatchObject({ words: 'Casa Luna, Double room, Room only', price: '212.40 EUR' });
  expect([more, firstOffers({ error: {} }).shown]).toEqual([1, []]);
});
