/** Builds an offer in the form that searches compare, with fields that tests can vary. */
import type { PricedOffer } from '../src/booking/offers/priced-offer.ts';
import type { Terms } from '../src/booking/terms/terms.ts';

export const FREE_FOR_EVER: Terms = {
  refundability: 'REFUNDABLE',
  freeUntilMs: Date.UTC(2027, 3, 1),
  deadlineSource: 'PROVIDER',
  timeZone: 'Europe/Madrid',
  windows: [{ fromMs: null, toMs: null, penaltyMinor: 0 }],
  noShow: null,
};

export function mergedOffer(members: Partial<PricedOffer> = {}): PricedOffer {
  const netMinor = members.netMinor ?? 10_000;
  return {
    provider: 'test-1',
    rateKey: 'r1',
    fingerprint: 'fp_1',
    board: 'BB',
    payment: 'MERCHANT',
    currency: 'EUR',
    netMinor,
    sellingMinor: netMinor,
    rooms: [{ roomCode: 'DBL', allotment: null, netMinor, nightlyMinor: [netMinor], stayCharges: [] }],
    charges: [],
    terms: FREE_FOR_EVER,
    promotions: [],
    supplier: { currency: 'EUR', netMinor },
    pricing: {
      nights: 1,
      currency: 'EUR',
      roomCosts: [netMinor],
      leastSellingMinor: null,
      rules: [],
      rates: {},
    },
    exchange: null,
    fetchedAtMs: 0,
    ...members,
  };
}
