/** Searches of entries from Redis or from the process return the same as searches of the offers that the provider returned. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OfferedStay, offeredStay } from '../../../test/supplied-offers.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { nightsOf } from '../../platform/time/civil-date.ts';
import { PartnerRules } from '../../pricing/matching/compile-rules.ts';
import { SearchPrices } from '../../pricing/price-search.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import { comparableOffer } from '../offers/comparable-offer.ts';
import type { SuppliedOffer, SuppliedRoom } from '../port/supplied-offer.ts';
import type { SearchResult } from '../port/supplier.ts';
import { providerRegistry } from '../providers/provider-registry.ts';
import { requestMode } from '../request-mode.ts';
import { readEntry, writeEntry } from './cache/entry-codec.ts';
import { StoredOffer } from './cache/stored-offer.ts';
import { chooseOffers } from './choose-offers.ts';
import { addResult, type HotelFinding, type PriceScene } from './comparable-results.ts';
import type { PreparedResult } from './prepared-result.ts';

const log = quietLog as unknown as PriceScene['log'];
const PARTS = { providers: providerRegistry([]), log };
const RUN = { mode: requestMode({ environment: 'sandbox' }, 'availability') };
const MARKET = { nationality: 'ES', currency: 'EUR', language: 'en' };
const RATES: Record<string, string> = { USD: '0.9137000', JPY: '0.0061000' };

const RULE = { version: 1, name: 'Rule', priority: 0, age: 1, validFrom: null, validTo: null };
const RULES = new PartnerRules(
  [
    { ...RULE, ruleId: 'prc_1', conditions: {}, action: { type: 'MARKUP', percent: '10.25' } },
    { ...RULE, ruleId: 'prc_2', conditions: { ratePlans: ['NRF'] }, action: { type: 'HIDE' } },
    {
      ...{ ...RULE, priority: 9, ruleId: 'prc_3', conditions: { ratePlans: ['FLEX'] } },
      action: { type: 'MARKUP', percent: '2.5' },
    },
  ],
  { partnerId: 'prt_1', groups: [] },
);

function pricesOf(checkIn: string, nights: number): PriceScene['prices'] {
  const search = { organisationId: 'prt_1', checkIn, nights, nationality: 'ES', nowMs: 0, currency: 'EUR' };
  return SearchPrices.open(RULES, { ...search, rateFrom: () => undefined });
}

/** Few boards, so that several offers are the same product, and the nights of the search, except for some offers. */
function offersOf(stays: readonly OfferedStay[], nights: number): SuppliedOffer[] {
  return stays.map(({ offer }, i) => {
    const rooms = offer.rooms.slice(0, 1 + (i % 2)).map((room): SuppliedRoom => {
      if (room.nightlyMinor === null || i % 7 === 6) return room;
      const first = room.nightlyMinor[0] as number;
      return { ...room, nightlyMinor: Array.from({ length: nights }, (_, night) => first + night) };
    });
    const ratePlan = [undefined, 'FLEX', 'NRF', 'OTHER'][i % 4];
    return { ...offer, rooms, ratePlan, rateKey: `rate ${i}`, board: i % 3 === 0 ? 'BB' : 'RO' };
  });
}

const throughRedis = (result: SearchResult): SearchResult => {
  const entry = { result, fetchedAtMs: 1, softMs: 1, hardMs: 1, generation: '', bytes: 1 };
  return readEntry(writeEntry(entry))?.result ?? expect.fail('the entry is unreadable');
};

/** By time zone, because offers are prepared for one object. */
const hotels = new Map<string | null, CatalogueHotel>();

function hotelIn(timeZone: string | null): CatalogueHotel {
  let hotel = hotels.get(timeZone);
  if (hotel === undefined) {
    hotel = {
      hotelId: 'htl_1',
      countryCode: 'ES',
      timeZone,
      stars: 4,
      rooms: [],
    } as unknown as CatalogueHotel;
    hotels.set(timeZone, hotel);
  }
  return hotel;
}

const wish = fc.record({
  hasRules: fc.boolean(),
  hasDeadline: fc.boolean(),
  include: fc.subarray(['nightly', 'duplicates'] as const),
  refundableOnly: fc.constantFrom(undefined, true),
  maxOffersPerHotel: fc.constantFrom(1, 3, 100),
});

type Wish = typeof wish extends fc.Arbitrary<infer Value> ? Value : never;

interface SearchedStays {
  stays: readonly OfferedStay[];
  /** What earlier searches prepared for the results of the two providers. */
  prepared?: readonly PreparedResult[];
  read?: (result: SearchResult) => SearchResult;
}

function search({ stays, prepared = [], read = result => result }: SearchedStays, wanted: Wish) {
  const { checkIn, checkOut, timeZone } = stays[0] as OfferedStay;
  const nights = nightsOf(checkIn, checkOut).length;
  const offers = offersOf(stays, nights);
  const half = Math.ceil(offers.length / 2);
  const results = [offers.slice(0, half), offers.slice(half)].map(
    (each): SearchResult => ({ hotels: [{ hotelId: 'htl_1', offers: each }], unavailable: [] }),
  );
  const filters = {
    refundableOnly: wanted.refundableOnly,
    ...(wanted.hasDeadline && { freeCancellationUntil: `${checkIn}T00:00:00Z` }),
  };
  const finding: HotelFinding = { offers: [], hidden: [], reasons: [], prepared: [] };
  const scene: PriceScene = {
    stay: { checkIn, checkOut, occupancies: [], market: MARKET },
    exchangeFor: from => {
      const rate = RATES[from];
      if (from === 'EUR') return null;
      return rate === undefined ? undefined : { from, to: 'EUR', rate, asOfMs: 1 };
    },
    missingRates: new Set(),
    prices: wanted.hasRules ? pricesOf(checkIn, nights) : undefined,
    log,
  };
  const byId = new Map([['htl_1', hotelIn(timeZone)]]);
  for (const [i, result] of results.entries()) {
    const found = { provider: `test-${i}`, fetchedAtMs: 1, isCached: true, result: read(result) };
    addResult({ ...found, prepared: prepared[i] }, byId, new Map([['htl_1', finding]]), scene);
  }
  const { include, maxOffersPerHotel } = wanted;
  const request = { filters, include: [...include] };
  const chosen = chooseOffers(PARTS, RUN, { request, maxOffersPerHotel })(finding);
  const compared = finding.offers.map(
    ({ supplied: _, pricing: __, rules: ___, reuse: ____, ...offer }) => offer,
  );
  const { hidden, reasons } = finding;
  return { chosen, compared, hidden, reasons, missingRates: scene.missingRates };
}

test('a search of entries from Redis returns the same offers, prices and reasons as a search of the provider', () => {
  const seen = { shown: 0, hidden: 0, converted: 0, reasons: new Set<string>() };
  fc.assert(
    fc.property(fc.array(offeredStay, { minLength: 1, maxLength: 12 }), wish, (stays, wanted) => {
      const expected = search({ stays }, wanted);
      expect(search({ stays, read: throughRedis }, wanted)).toEqual(expected);
      seen.shown += expected.chosen.length;
      seen.hidden += expected.hidden.length;
      seen.converted += expected.chosen.filter(({ exchange }) => exchange !== null).length;
      for (const reason of expected.reasons) seen.reasons.add(reason);
    }),
    { numRuns: 300 },
  );
  for (const count of [seen.shown, seen.hidden, seen.converted]) expect(count).toBeGreaterThan(50);
  expect([...seen.reasons].sort()).toEqual(['FILTERED_OUT', 'PROVIDER_ERROR']);
});

test('searches of results that earlier searches prepared return the same as searches of the provider', () => {
  const offers = fc.array(offeredStay, { minLength: 1, maxLength: 12 });
  let keptChoices = 0;
  fc.assert(
    fc.property(offers, fc.array(wish, { minLength: 2, maxLength: 4 }), (stays, wishes) => {
      const prepared: PreparedResult[] = [{}, {}];
      for (const wanted of wishes.flatMap(each => [each, each, each])) {
        expect(search({ stays, prepared }, wanted)).toEqual(search({ stays }, wanted));
      }
      if (prepared[0]?.hotel?.choice !== undefined) keptChoices++;
    }),
    { numRuns: 200 },
  );
  expect(keptChoices).toBeGreaterThan(20);
});

test('comparing offers from Redis decodes none of them, with or without pricing rules', () => {
  const stored = new StoredOffer(
    'rate',
    ['BB', 'MERCHANT', 'EUR', 'REFUNDABLE', 2, 'FLEX'],
    { rooms: '\n3 DBL', nets: 10_000 },
    { decode: () => expect.fail('the offer was decoded'), position: 0 },
  );
  const pricing = { provider: 'test-1', hotelId: 'htl_1', timeZone: null, checkIn: '2027-03-12', nights: 2 };
  const atCost = { ...pricing, fetchedAtMs: 0 };
  expect(comparableOffer(stored, atCost, null)).toMatchObject({ costMinor: 10_000, netMinor: 10_000 });
  const prices = pricesOf('2027-03-12', 2)?.at({ hotelId: 'htl_1', timeZone: null }, 'test-1');
  expect(comparableOffer(stored, { ...atCost, prices }, null)).toMatchObject({ netMinor: 10_250 });
});
