import { expect, test } from 'vitest';
import { quietLog } from '../../platform/database/database-log.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import type { ComparableOffer } from '../offers/comparable-offer.ts';
import type { Exchange } from '../offers/priced-offer.ts';
import type { SuppliedOffer } from '../port/supplied-offer.ts';
import type { SearchResult, Supplier } from '../port/supplier.ts';
import { providerRegistry } from '../providers/provider-registry.ts';
import { requestMode } from '../request-mode.ts';
import { chooseOffers } from './choose-offers.ts';
import { addResult, type HotelFinding, type PriceScene } from './comparable-results.ts';
import { MAX_KEPT_OFFERS, type PreparedResult } from './prepared-result.ts';

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
const result: SearchResult = { hotels: [{ hotelId: 'htl_1', offers: [offer, broken] }], unavailable: [] };
const stay = {
  checkIn: '2027-03-12',
  checkOut: '2027-03-13',
  occupancies: [{ adults: 2, childAges: [] }],
  market: { nationality: 'ES', currency: 'EUR', language: 'en' },
};

interface SearchOptions {
  at?: CatalogueHotel;
  prices?: PriceScene['prices'];
  of?: SearchResult;
  provider?: string;
  finding?: HotelFinding;
}

const noFinding = (): HotelFinding => ({ offers: [], hidden: [], reasons: [], prepared: [] });

function search(
  prepared: PreparedResult,
  rate: string | undefined,
  { at = hotel, prices, of = result, provider = 'test-1', finding = noFinding() }: SearchOptions = {},
): HotelFinding {
  const exchange: Exchange | undefined = rate ? { from: 'USD', to: 'EUR', rate, asOfMs: 1 } : undefined;
  const scene: PriceScene = {
    stay,
    exchangeFor: () => exchange,
    missingRates: new Set(),
    prices,
    log: quietLog as unknown as PriceScene['log'],
  };
  const found = { provider, fetchedAtMs: 0, isCached: true, result: of, prepared };
  addResult(found, new Map([['htl_1', at]]), new Map([['htl_1', finding]]), scene);
  return finding;
}

test('a cached result is compared once, and later searches get the same offers and reasons', () => {
  const prepared: PreparedResult = {};
  const first = search(prepared, '0.9');
  expect(first.offers.map(({ netMinor }) => netMinor)).toEqual([10_800]);
  expect(first.reasons).toEqual(['PROVIDER_ERROR']);
  const second = search(prepared, '0.9');
  expect(second.reasons).toEqual(first.reasons);
  expect(second.offers).toHaveLength(1);
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

test('no offer is lost if a cached result lists the same hotel twice', () => {
  const prepared: PreparedResult = {};
  const other = { ...offer, rateKey: 'r3' };
  const twice = {
    hotels: [offer, other].map(each => ({ hotelId: 'htl_1', offers: [each] })),
    unavailable: [],
  };
  for (const _ of [1, 2]) {
    const { offers } = search(prepared, '0.9', { of: twice });
    expect(offers.map(({ rateKey }) => rateKey)).toEqual(['r1', 'r3']);
  }
});

test('a cached result keeps a limited number of priced offers, and only shown ones', () => {
  const prepared: PreparedResult = {};
  const policy: SuppliedOffer['policy'] = {
    kind: 'KNOWN',
    penalties: [{ from: { kind: 'LOCAL', at: '2027-03-10T18:00' }, penaltyMinor: 5_000 }],
    noShowMinor: null,
  };
  const offers = Array.from({ length: 20 }, (_, i) => ({
    ...offer,
    rateKey: `r${i}`,
    policy,
    rooms: [{ roomCode: `R${i}`, allotment: 3, nightlyMinor: [20_000 - i], stayCharges: [] }],
  }));
  const of = { hotels: [{ hotelId: 'htl_1', offers }], unavailable: [] };
  const parts = { providers: providerRegistry([]), log: quietLog as unknown as PriceScene['log'] };
  const run = { mode: requestMode({ environment: 'sandbox' }, 'availability') };
  const filters = { freeCancellationUntil: '2027-03-01T00:00:00Z' };
  const keptKeys = () =>
    prepared.hotel?.offers.filter(({ reuse }) => reuse?.priced !== undefined).map(({ rateKey }) => rateKey);

  const choice = { request: { filters }, maxOffersPerHotel: 2 };
  const first = chooseOffers(parts, run, choice)(search(prepared, '0.9', { of }));
  expect(first.map(({ rateKey }) => rateKey)).toEqual(['r19', 'r18']);
  expect(keptKeys()).toEqual(['r18', 'r19']);
  const all = chooseOffers(parts, run, { ...choice, maxOffersPerHotel: 100 })(
    search(prepared, '0.9', { of }),
  );
  expect(all).toHaveLength(20);
  expect(all[0]).toBe(first[0]);
  expect(keptKeys()).toHaveLength(MAX_KEPT_OFFERS);
});

test('cached offers are compared again only for other rules or another result', () => {
  const results: Record<string, PreparedResult> = { 'test-1': {}, 'test-2': {} };
  /** Returns the provider of the cheapest offer, and whether offers were compared. */
  const choose = (preferred: string, maxOffersPerHotel = 1) => {
    const providers = Object.keys(results).map(code => {
      const supplier = { kind: 'TEST' } as Supplier;
      return { code, supplier, preference: code === preferred ? 1 : 2 };
    });
    const finding = noFinding();
    for (const [provider, prepared] of Object.entries(results))
      search(prepared, '0.9', { provider, finding });
    let isCompared = false;
    const [first] = finding.offers as [ComparableOffer];
    const { rooms } = first;
    Object.defineProperty(first, 'rooms', {
      configurable: true,
      enumerable: true,
      get: () => {
        isCompared = true;
        return rooms;
      },
    });
    const parts = { providers: providerRegistry(providers), log: quietLog as unknown as PriceScene['log'] };
    const run = { mode: requestMode({ environment: 'sandbox' }, 'availability') };
    const [shown] = chooseOffers(parts, run, { request: {}, maxOffersPerHotel })(finding);
    return [shown?.provider, isCompared];
  };
  choose('test-2');
  expect(choose('test-2')).toEqual(['test-2', true]);
  expect(choose('test-2')).toEqual(['test-2', false]);
  expect(choose('test-1')).toEqual(['test-1', true]);
  expect(choose('test-1')).toEqual(['test-1', false]);
  expect(choose('test-1', 2)).toEqual(['test-1', true]);
  results['test-1'] = {};
  choose('test-1', 2);
  expect(choose('test-1', 2)).toEqual(['test-1', true]);
  expect(choose('test-1', 2)).toEqual(['test-1', false]);
});

test('offers that are chosen again are one list from then on, until the choice changes', () => {
  const prepared: PreparedResult = {};
  const parts = { providers: providerRegistry([]), log: quietLog as unknown as PriceScene['log'] };
  const run = { mode: requestMode({ environment: 'sandbox' }, 'availability') };
  const of = { hotels: [{ hotelId: 'htl_1', offers: [offer] }], unavailable: [] };
  const choose = (maxOffersPerHotel: number) =>
    chooseOffers(parts, run, { request: {}, maxOffersPerHotel })(search(prepared, '0.9', { of }));
  const [first, , third] = [choose(1), choose(1), choose(1)];
  expect(choose(1)).toBe(third);
  expect(choose(2)).not.toBe(third);
  expect(choose(1)).not.toBe(third);
  expect(choose(1)).toEqual(first);
});

test('offers that are not all kept are no list', () => {
  const prepared: PreparedResult = {};
  const parts = { providers: providerRegistry([]), log: quietLog as unknown as PriceScene['log'] };
  const run = { mode: requestMode({ environment: 'sandbox' }, 'availability') };
  const offers = Array.from({ length: MAX_KEPT_OFFERS + 1 }, (_, i) => ({
    ...offer,
    rateKey: `r${i}`,
    rooms: [{ roomCode: `R${i}`, allotment: 3, nightlyMinor: [20_000 + i], stayCharges: [] }],
  }));
  const of = { hotels: [{ hotelId: 'htl_1', offers }], unavailable: [] };
  const choose = () =>
    chooseOffers(parts, run, { request: {}, maxOffersPerHotel: 100 })(search(prepared, '0.9', { of }));
  const all = [choose(), choose(), choose(), choose()];
  expect(new Set(all).size).toBe(4);
  expect(all[3]).toEqual(all[0]);
});
