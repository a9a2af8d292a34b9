import { toMinorUnits } from '@serai/contract/shared/amounts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { bookRequestOf, heldFor } from '../../../test/booking-steps.ts';
import { scriptedBooking } from '../../../test/scripted-booking.ts';

let booking: BookingApp;
beforeAll(async () => {
  booking = await bookingApp();
});
afterAll(() => booking?.close());

/** The price rise of `book.price_changed`, in percent. */
const RISE = 8;

function share(money: { amount: string; currency: string }, percent: number) {
  const minor = Math.floor((Number(toMinorUnits(money)) * percent) / 100);
  return { amount: (minor / 100).toFixed(2), currency: money.currency };
}

type Tolerance = (price: { amount: string; currency: string }) => object;

test.each<[string, Tolerance]>([
  ['omitted', () => ({})],
  ['a percentage below the rise', () => ({ priceTolerance: { percent: '7.9' } })],
  ['an amount below the rise', price => ({ priceTolerance: { amount: share(price, RISE - 1) } })],
  [
    'a sufficient amount and an insufficient percentage',
    price => ({ priceTolerance: { amount: share(price, 50), percent: '7.9' } }),
  ],
  [
    'a sufficient percentage and an insufficient amount',
    price => ({ priceTolerance: { amount: share(price, 1), percent: '50' } }),
  ],
])('booking rejects a price rise when the tolerance is %s, and nothing is reserved', async (_, tolerance) => {
  for (const currency of ['EUR', 'USD']) {
    const request = await bookRequestOf(booking, 'book.price_changed', { search: { currency } });
    const answer = await booking.call('booking', {
      ...request,
      ...tolerance(request.expectedPrice as never),
    });
    expect([answer.status, answer.json.error.code]).toEqual([409, 'PRICE_CHANGED']);
    expect(await heldFor(booking, answer.json.error.bookingId)).toBeUndefined();
  }
});

test.each(['EUR', 'USD', 'JPY'])(
  'a PRICE_CHANGED error and its replay contain the new price in the currency of the quote (%s)',
  async currency => {
    const request = await bookRequestOf(booking, 'book.price_changed', { search: { currency } });
    const expected = request.expectedPrice as { amount: string; currency: string };
    const { json } = await booking.call('booking', request);
    const { newPrice, message, bookingId } = json.error;
    expect(newPrice.currency).toBe(currency);
    const ratio = Number(newPrice.amount) / Number(expected.amount);
    expect(ratio).toBeGreaterThan(1.079);
    expect(ratio).toBeLessThan(1.0815);
    expect(message).toContain(`${newPrice.amount} ${currency}`);
    expect(message).toContain('new client reference');

    const again = await booking.call('booking', request);
    expect(again.json.error).toMatchObject({ code: 'PRICE_CHANGED', newPrice, message, bookingId });
  },
);

test('a PRICE_CHANGED error reports the price at which the booking succeeds with a sufficient tolerance', async () => {
  const search = { search: { currency: 'USD' } };
  const refused = await booking.call('booking', await bookRequestOf(booking, 'book.price_changed', search));
  const request = await bookRequestOf(booking, 'book.price_changed', search);
  const taken = await booking.call('booking', { ...request, priceTolerance: { percent: '9' } });
  expect(refused.json.error.newPrice).toEqual(taken.json.booking.price.net);
});

test('a PRICE_CHANGED error contains no new price when the provider does not return one', async () => {
  const request = await bookRequestOf(booking, 'ok');
  const node = await scriptedBooking(booking, {
    book: async () => ({ kind: 'REFUSED', reason: 'PRICE_CHANGED' }),
  });
  try {
    const { code, extras, message } = await node.fail('booking', request);
    expect([code, extras.newPrice]).toEqual(['PRICE_CHANGED', undefined]);
    expect(message).toContain('new client reference');
  } finally {
    await node.stop();
  }
});

test.each<[string, Tolerance]>([
  ['a percentage', () => ({ priceTolerance: { percent: '8.1' } })],
  ['an amount', price => ({ priceTolerance: { amount: share(price, 9) } })],
  ['both', price => ({ priceTolerance: { amount: share(price, 9), percent: '8.5' } })],
  ['a huge amount', price => ({ priceTolerance: { amount: { ...price, amount: '999999999999999.99' } } })],
])('booking succeeds at the new price when the rise is within the tolerance (%s)', async (_, tolerance) => {
  for (const currency of ['EUR', 'USD']) {
    const request = await bookRequestOf(booking, 'book.price_changed', { search: { currency } });
    const expected = request.expectedPrice as { amount: string; currency: string };
    expect(expected.currency).toBe(currency);
    const { status, json } = await booking.call('booking', { ...request, ...tolerance(expected) });
    expect(status).toBe(200);
    const { price, cancellation, rooms, bookingId } = json.booking;
    const ratio = Number(price.net.amount) / Number(expected.amount);
    expect(ratio).toBeGreaterThan(1.079);
    expect(ratio).toBeLessThan(1.0815);
    const sum = rooms.reduce(
      (total: bigint, room: { price: { net: never } }) => total + toMinorUnits(room.price.net),
      0n,
    );
    expect(sum).toBe(toMinorUnits(price.net));
    expect(cancellation.windows.at(-1).penalty).toEqual(price.net);
    const held = await heldFor(booking, bookingId);
    if (currency === 'EUR') expect(BigInt(held?.net_minor ?? 0)).toBe(toMinorUnits(price.net));
    const detail = await booking.call('bookingdetail', { bookingId, refresh: true });
    expect(detail.json.live).toMatchObject({ matches: true });
  }
});

test('booking rejects a tolerance in a currency other than that of the price', async () => {
  const request = await bookRequestOf(booking, 'ok');
  const priceTolerance = { amount: { amount: '5.00', currency: 'USD' } };
  const { status, json } = await booking.call('booking', { ...request, priceTolerance });
  expect(status).toBe(400);
  expect(json.error.details).toMatchObject([
    { path: '/priceTolerance/amount/currency', code: 'CURRENCY_MISMATCH' },
  ]);
});

test.each(['avail.currency_jpy', 'avail.currency_kwd'] as const)(
  'booking succeeds at the quoted price when the provider sells in another currency (%s)',
  async scenario => {
    const request = await bookRequestOf(booking, scenario);
    const { status, json } = await booking.call('booking', request);
    expect(status).toBe(200);
    expect(json.booking.price.net).toEqual(request.expectedPrice);
    const held = await heldFor(booking, json.booking.bookingId);
    expect(held?.currency).toBe(json.booking.price.exchange.from);
  },
);
