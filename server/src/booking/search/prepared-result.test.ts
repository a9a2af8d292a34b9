import { expect, test } from 'vitest';
import { quietLog } from '../../platform/database/database-log.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import type { Exchange } from '../offers/priced-offer.ts';
import type { SuppliedOffer } from '../port/supplied-offer.ts';
import { addResult, type HotelFinding, type PriceScene } from './comparable-results.ts';
import type { PreparedResult } from './prepared-result.ts';

const hotel: CatalogueHotel = {
  hotelId: 'htl_1',
  countryCode: 'ES',
  timeZone: 'Europe/Madrid',
  name: () => 'Hotel',
  categoryCode: null,
  stars: 4,
  location: { latitude: 41, longitude: 2 },
  rooms: [],
};
const offer: SuppliedOffer = {
  rateKey: 'r1',
  board: 'BB',
  payment: 'MERCHANT',
  currency: 'USD',
  rooms: [{ roomCode: 'DBL', allotment: 3, nightlyMinor: [12_000], stayCharges: [] }],
  sellingMinor: null,
  charges: [],
  policy: { kind: 'UNKNOWN' },
  promotions: [],
};
const broken = { ...offer, rateKey: 'r2', rooms: [{ ...offer.rooms[0], nightlyMinor: [] }] } as SuppliedOffer;
const result = { hotels: [{ hotelId: 'htl_1', offers: [offer, broken] }], unavailable: [] };
const stay = {
  checkIn: '2027-03-12',
  checkOut: '2027-03-13',
  occupancies: [{ adults: 2, childAges: [] }],
  market: { nationality: 'ES', currency: 'EUR', language: 'en' },
};

function search(
  prepared: PreparedResult,
  rate: string | undefined,
  { at = hotel, prices }: { at?: CatalogueHotel; prices?: PriceScene['prices'] } = {},
): HotelFinding {
  const finding: HotelFinding = { offers: [], hidden: [], reasons: [] };
  const exchange: Exchange | undefined = rate ? { from: 'USD', to: 'EUR', rate, asOfMs: 1 } : undefined;
  const scene: PriceScene = {
    stay,
    exchangeFor: () => exchange,
    missingRates: new Set(),
    prices,
    log: quietLog as unknown as PriceScene['log'],
  };
  const found = { provider: 'test-1', fetchedAtMs: 0, isCached: true, result, prepared };
  addResult(found, new Map([['htl_1', at]]), new Map([['htl_1', finding]]), scene);
  return finding;
}

test('a cached result is compared once, and later searches get the same offers and reasons', () => {
  const prepared: PreparedResult = {};
  const first = search(prepared, '0.9');
  expect(first.offers.map(({ netMinor }) => netMinor)).toEqual([10_800]);
  expect(first.reasons).toEqual(['PROVIDER_ERROR']);
  const second = search(prepared, '0.9');
  expect(second).toEqual(first);
  expect(second.offers[0]).toBe(first.offers[0]);
});

test('a cached result is compared again after a change of the exchange rate or of the hotel', () => {
  const prepared: PreparedResult = {};
  const [first] = search(prepared, '0.9').offers;
  expect(search(prepared, '0.8').offers[0]?.netMinor).toBe(9_600);
  expect(search(prepared, '0.9').offers[0]).not.toBe(first);
  const moved = { ...hotel, timeZone: 'Atlantic/Canary' };
  expect(search(prepared, '0.9', { at: moved }).offers[0]?.pricing.timeZone).toBe('Atlantic/Canary');
});

test('prices of partners with pricing rules are neither kept nor taken from other partners', () => {
  const prepared: PreparedResult = {};
  const atCost = search(prepared, '0.9').offers[0];
  const prices: PriceScene['prices'] = { at: () => ({ find: () => 'HIDDEN' }) };
  expect(search(prepared, '0.9', { prices }).reasons).toEqual(['FILTERED_OUT', 'PROVIDER_ERROR']);
  expect(search(prepared, '0.9').offers[0]).toBe(atCost);
});

test('a cached result without an exchange rate is not kept', () => {
  const prepared: PreparedResult = {};
  expect(search(prepared, undefined).reasons).toEqual(['FILTERED_OUT', 'FILTERED_OUT']);
  expect(search(prepared, '0.9').offers).toHaveLength(1);
});
