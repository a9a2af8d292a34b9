import { expect, test } from 'vitest';
import type { Booking } from '../booking.ts';
import { comparePenalty } from './compare-reservation.ts';

/** 200 dollars are 99.99 euros, because each room was converted and rounded separately. */
const booking = {
  currency: 'EUR',
  net_minor: 9_999,
  supplier_currency: 'USD',
  supplier_net_minor: 20_000,
  content: { price: { exchange: { from: 'USD', to: 'EUR', rate: '0.5', asOf: '2027-01-01T00:00:00Z' } } },
} as Booking;

test.each([
  ['reports no charge', 9_999, null],
  ['charges nothing', 0, 0],
  ['charges the full price', 9_999, 20_000],
  ['charges the promised part', 4_000, 8_000],
  ['charges less than one minor unit', 1, 1],
])('reports no penalty difference when the supplier %s', (_, promised, charged) => {
  expect(comparePenalty(booking, promised, charged)).toBeUndefined();
});

test.each([
  ['more than promised', 4_000, 8_002, true],
  ['a penalty although none was promised', 0, 2, true],
  ['more than the full price', 9_999, 24_000, true],
  ['less than promised', 4_000, 7_998, false],
  ['nothing although a penalty was promised', 4_000, 0, false],
])('reports a penalty difference when the supplier charges %s', (_, promised, charged, needsAttention) => {
  expect(comparePenalty(booking, promised, charged)).toMatchObject({
    needsAttention,
    note: { charged: { amount: (charged / 100).toFixed(2), currency: 'USD' } },
  });
});
