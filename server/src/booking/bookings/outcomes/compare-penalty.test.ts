import { expect, test } from 'vitest';
import type { Booking } from '../booking.ts';
import { comparePenalty } from './compare-penalty.ts';

/** 200 dollars are 99.99 euros, as its rooms were converted one by one. */
const booking = {
  currency: 'EUR',
  net_minor: 9_999,
  supplier_currency: 'USD',
  supplier_net_minor: 20_000,
  content: { price: { exchange: { from: 'USD', to: 'EUR', rate: '0.5', asOf: '2027-01-01T00:00:00Z' } } },
} as Booking;

test.each([
  ['nothing said', 9_999, null],
  ['nothing charged', 0, 0],
  ['the whole price, to the cent', 9_999, 20_000],
  ['a part', 4_000, 8_000],
  ['a part too small to be seen', 1, 1],
])('agree: %s', (_, promised, charged) => {
  expect(comparePenalty(booking, promised, charged)).toBeUndefined();
});

test.each([
  ['more', 4_000, 8_002, true],
  ['something where nothing was promised', 0, 2, true],
  ['more than the whole price', 9_999, 24_000, true],
  ['less', 4_000, 7_998, false],
  ['nothing where something was promised', 4_000, 0, false],
])('differ: %s', (_, promised, charged, needsPerson) => {
  expect(comparePenalty(booking, promised, charged)).toMatchObject({
    needsPerson,
    note: { charged: { amount: (charged / 100).toFixed(2), currency: 'USD' } },
  });
});
