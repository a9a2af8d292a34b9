import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type OfferedStay, offeredStay } from '../../../test/supplied-offers.ts';
import { nightsOf } from '../../platform/time/civil-date.ts';
import { PartnerRules } from '../../pricing/matching/compile-rules.ts';
import { SearchPrices } from '../../pricing/price-search.ts';
import type { NightlyRoom } from '../port/supplied-offer.ts';
import { type ComparableOffer, comparableOffer, isSameProduct } from './comparable-offer.ts';
import { type Pricing, priceMatched, priceOffer } from './price-offer.ts';

const pricingOf = ({ checkIn, checkOut, timeZone }: OfferedStay): Pricing => ({
  provider: 'test-1',
  hotelId: 'htl_1',
  timeZone,
  checkIn,
  nights: nightsOf(checkIn, checkOut).length,
  fetchedAtMs: 0,
});
const both = (stay: OfferedStay) => {
  const weighed = comparableOffer(stay.offer, pricingOf(stay), stay.exchange) as ComparableOffer;
  return { weighed, priced: priceOffer(stay.offer, pricingOf(stay), stay.exchange) };
};

it('a comparable offer has the same price, currency and refundability as the priced offer', () => {
  fc.assert(
    fc.property(offeredStay, stay => {
      const { weighed, priced } = both(stay);
      const { provider, rateKey, board, payment, currency, netMinor } = priced;
      expect(weighed).toMatchObject({ provider, rateKey, board, payment, currency, netMinor });
      expect(weighed.refundability).toBe(priced.terms.refundability);
    }),
    { numRuns: 1_000 },
  );
});

it('two comparable offers are the same product if and only if their fingerprints are equal', () => {
  fc.assert(
    fc.property(offeredStay, offeredStay, (one, two) => {
      const [a, b] = [both(one), both(two)];
      expect(isSameProduct(a.weighed, b.weighed)).toBe(a.priced.fingerprint === b.priced.fingerprint);
    }),
    { numRuns: 300 },
  );
});

it('comparableOffer rejects a wrong number of nights, a negative price and a price that is too large', () => {
  const hasNights = ({ offer }: OfferedStay) => offer.rooms[0]?.nightlyMinor !== null;
  const [stay] = fc.sample(offeredStay.filter(hasNights), { numRuns: 1, seed: 1 }) as [OfferedStay];
  const [room] = stay.offer.rooms as [NightlyRoom];
  const weigh = (nightlyMinor: readonly number[]) =>
    comparableOffer(
      { ...stay.offer, rooms: [{ ...room, nightlyMinor, stayCharges: [] }] },
      pricingOf(stay),
      null,
    );
  expect(() => weigh([...room.nightlyMinor, 1])).toThrow(RangeError);
  expect(() => weigh(room.nightlyMinor.map(() => -1))).toThrow(RangeError);
  expect(() => weigh(room.nightlyMinor.map(() => Number.MAX_SAFE_INTEGER + 1))).toThrow(RangeError);
  const [, ...free] = room.nightlyMinor.map(() => 0);
  expect(() => weigh([999_999_999_999_999, ...free])).not.toThrow();
  expect(() => weigh([1_000_000_000_000_000, ...free])).toThrow(RangeError);
});

it('a search with pricing rules returns the same prices with and without nightly prices', () => {
  const rule = {
    ...{ ruleId: 'prc_1', version: 1, name: 'Markup', priority: 0, age: 1, validFrom: null, validTo: null },
    conditions: {},
    action: { type: 'MARKUP' as const, percent: '10.25' },
  };
  const compiled = new PartnerRules([rule], { partnerId: 'prt_1', groups: [] });
  const pricesOf = ({ checkIn, offer, exchange }: OfferedStay, nights: number) =>
    SearchPrices.open(compiled, {
      ...{ organisationId: 'prt_1', checkIn, nights, nationality: 'ES', nowMs: 0 },
      currency: exchange?.to ?? offer.currency,
      rateFrom: () => undefined,
    })?.at({ hotelId: 'htl_1', timeZone: null }, 'test-1');
  fc.assert(
    fc.property(offeredStay, stay => {
      const atCost = pricingOf(stay);
      const pricing = { ...atCost, prices: pricesOf(stay, atCost.nights) };
      const weighed = comparableOffer(stay.offer, pricing, stay.exchange) as ComparableOffer;
      const complete = priceOffer(stay.offer, pricing, stay.exchange);
      expect(complete.pricing.rules).toHaveLength(1);
      expect(priceMatched(weighed, true)).toEqual(complete);
      const rooms = complete.rooms.map(room =>
        room.stayCharges.length === 0 ? { ...room, nightlyMinor: null } : room,
      );
      expect(priceMatched(weighed, false)).toEqual({ ...complete, rooms });
    }),
    { numRuns: 500 },
  );
});
