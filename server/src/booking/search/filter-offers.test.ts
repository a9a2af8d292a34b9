import { expect, test } from 'vitest';
import { FREE_FOR_EVER, mergedOffer } from '../../../test/merged-offer.ts';
import { deadlineFilter, offerFilter, priceFilter, wantsStars } from './filter-offers.ts';

const offer = { ...mergedOffer({ netMinor: 12_345, board: 'HB' }), refundability: 'REFUNDABLE' } as const;
const UNTIL = '2027-03-10T18:00:00Z';
const freeUntil = {
  ...FREE_FOR_EVER,
  freeUntilMs: Date.parse(UNTIL),
  windows: [
    { fromMs: null, toMs: Date.parse(UNTIL), penaltyMinor: 0 },
    { fromMs: Date.parse(UNTIL), toMs: null, penaltyMinor: 100 },
  ],
};

test('without filters every offer is shown', () => {
  expect(offerFilter()(offer)).toBe(true);
  expect(priceFilter()(offer)).toBe(true);
});

test.each([
  [{ min: '123.45' }, true],
  [{ min: '123.46' }, false],
  [{ max: '123.45' }, true],
  [{ max: '123.4' }, false],
  [{ min: '100', max: '123.450' }, true],
])('price %j', (price, kept) => {
  expect(priceFilter({ price })(offer)).toBe(kept);
});

test('prices are compared in the decimals of their currency', () => {
  expect(priceFilter({ price: { max: '12345' } })(mergedOffer({ netMinor: 12_345, currency: 'JPY' }))).toBe(
    true,
  );
  expect(priceFilter({ price: { max: '12.3' } })(mergedOffer({ netMinor: 12_345, currency: 'KWD' }))).toBe(
    false,
  );
});

test('boards, payment and refundability', () => {
  expect(offerFilter({ boards: ['BB', 'HB'] })(offer)).toBe(true);
  expect(offerFilter({ boards: ['RO'] })(offer)).toBe(false);
  expect(offerFilter({ paymentTypes: ['PAY_AT_PROPERTY'] })(offer)).toBe(false);
  const firm = { ...offer, refundability: 'PARTIALLY_REFUNDABLE' } as const;
  expect(offerFilter({ refundableOnly: true })(firm)).toBe(false);
  expect(offerFilter({ refundableOnly: false })(firm)).toBe(true);
});

test('free cancellation up to a moment at least', () => {
  expect(deadlineFilter()).toBe(undefined);
  const until = (freeCancellationUntil: string) =>
    deadlineFilter({ freeCancellationUntil }) ?? expect.fail('there is a deadline');
  expect(until(UNTIL)(mergedOffer({ terms: freeUntil }))).toBe(true);
  expect(until('2027-03-10T18:00:01Z')(mergedOffer({ terms: freeUntil }))).toBe(false);
  expect(until('2027-04-01T00:00:00Z')(mergedOffer({ terms: FREE_FOR_EVER }))).toBe(true);
  expect(until('2027-04-01T00:00:01Z')(mergedOffer({ terms: FREE_FOR_EVER }))).toBe(false);
  const never = { ...FREE_FOR_EVER, freeUntilMs: null };
  expect(until('2020-01-01T00:00:00Z')(mergedOffer({ terms: never }))).toBe(false);
});

test('a hotel without stars is left out where stars are asked for', () => {
  expect(wantsStars({}, null)).toBe(true);
  expect(wantsStars({ minStars: 3 }, null)).toBe(false);
  expect(wantsStars({ minStars: 3 }, 3)).toBe(true);
  expect(wantsStars({ maxStars: 3 }, 3.5)).toBe(false);
});
