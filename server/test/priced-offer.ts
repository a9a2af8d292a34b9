/**
 * A small priced offer for two nights in Madrid at 200.00 EUR. Cancellation is free until the evening two days before
 * arrival.
 */
import { type Pricing, priceOffer } from '../src/booking/offers/price-offer.ts';
import type { Exchange, PricedOffer } from '../src/booking/offers/priced-offer.ts';
import type { SuppliedOffer } from '../src/booking/port/supplied-offer.ts';

const PRICING: Pricing = {
  provider: 'test-1',
  hotelId: 'htl_1',
  timeZone: 'Europe/Madrid',
  checkIn: '2027-03-12',
  nights: 2,
  fetchedAtMs: 0,
};

const SUPPLIED: SuppliedOffer = {
  rateKey: 'r1',
  board: 'BB',
  payment: 'MERCHANT',
  currency: 'EUR',
  rooms: [{ roomCode: 'DBL', allotment: null, nightlyMinor: [10_000, 10_000], stayCharges: [] }],
  sellingMinor: null,
  charges: [],
  policy: {
    kind: 'KNOWN',
    penalties: [{ from: { kind: 'LOCAL', at: '2027-03-10T18:00' }, penaltyMinor: 5_000 }],
    noShowMinor: null,
  },
  promotions: [],
};

/** The rooms of the same offer for 10.00 EUR more. */
export const DEARER_ROOMS = [
  { roomCode: 'DBL', allotment: null, nightlyMinor: [10_000, 11_000], stayCharges: [] },
];

/** A partial penalty at any time, and the full price for a no-show. */
export const STRICTER_POLICY = {
  kind: 'KNOWN',
  penalties: [{ from: { kind: 'ALWAYS' }, penaltyMinor: 5_000 }],
  noShowMinor: 20_000,
} as const;

export function pricedOffer(
  changed: Partial<SuppliedOffer> = {},
  exchange: Exchange | null = null,
): PricedOffer {
  return priceOffer({ ...SUPPLIED, ...changed }, PRICING, exchange);
}
