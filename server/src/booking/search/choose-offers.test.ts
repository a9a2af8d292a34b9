import { expect, test } from 'vitest';
import { FREE_FOR_EVER, mergedOffer } from '../../../test/merged-offer.ts';
import { createLog } from '../../platform/log.ts';
import { type ComparableOffer, comparableOffer } from '../offers/comparable-offer.ts';
import type { SuppliedOffer } from '../port/supplied-offer.ts';
import { providerRegistry } from '../providers/provider-registry.ts';
import { requestMode } from '../request-mode.ts';
import {
  chooseOffers,
  deadlineFilter,
  hotelFilter,
  mergeOffers,
  offerFilter,
  priceFilter,
} from './choose-offers.ts';
import type { HotelFinding } from './comparable-results.ts';

const PARTS = { providers: providerRegistry([]), log: createLog('silent') };
const RUN = { mode: requestMode({ environment: 'sandbox' }, 'availability') };
const PRICING = {
  hotelId: 'htl_1',
  timeZone: 'Europe/Madrid',
  checkIn: '2027-03-12',
  nights: 1,
  fetchedAtMs: 0,
};

/** `until` is the local time at which free cancellation ends. */
function finding(
  ...offers: { provider: string; netMinor: number; until: string; roomCode?: string }[]
): HotelFinding {
  return {
    hidden: [],
    reasons: [],
    offers: offers.map(({ provider, netMinor, until, roomCode = 'DBL' }) => {
      const supplied: SuppliedOffer = {
        rateKey: 'r',
        board: 'BB',
        payment: 'MERCHANT',
        currency: 'EUR',
        rooms: [{ roomCode, allotment: null, nightlyMinor: [netMinor], stayCharges: [] }],
        sellingMinor: null,
        charges: [],
        policy: {
          kind: 'KNOWN',
          penalties: [{ from: { kind: 'LOCAL', at: until }, penaltyMinor: netMinor }],
          noShowMinor: null,
        },
        promotions: [],
      };
      return comparableOffer(supplied, { ...PRICING, provider }, null) as ComparableOffer;
    }),
  };
}

const shown = (found: HotelFinding, filters = {}, maxOffersPerHotel = 10) =>
  chooseOffers(PARTS, RUN, { request: { filters }, maxOffersPerHotel })(found).map(
    ({ provider, netMinor }) => `${provider} ${netMinor}`,
  );

const SOUND = '2027-03-10T18:00';
const NO_DATE = '2027-02-30T18:00';

test('a contradictory offer is replaced by the next-best offer for its product', () => {
  const found = finding(
    { provider: 'a', netMinor: 100, until: NO_DATE },
    { provider: 'b', netMinor: 120, until: SOUND },
    { provider: 'c', netMinor: 110, until: NO_DATE },
    { provider: 'c', netMinor: 130, until: SOUND, roomCode: 'TPL' },
  );
  expect(shown(found, {}, 1)).toEqual(['b 120']);
  expect(found.reasons).toEqual(['PROVIDER_ERROR', 'PROVIDER_ERROR']);
});

test('a hotel with only contradictory offers is unavailable with the reason PROVIDER_ERROR', () => {
  const found = finding({ provider: 'a', netMinor: 100, until: NO_DATE });
  expect(shown(found)).toEqual([]);
  expect(found).toMatchObject({ offers: [], reasons: ['PROVIDER_ERROR'] });
});

test('the free cancellation filter applies before the cheapest offer for a product is chosen', () => {
  const found = finding(
    { provider: 'a', netMinor: 90, until: NO_DATE },
    { provider: 'b', netMinor: 100, until: '2027-03-01T18:00' },
    { provider: 'c', netMinor: 120, until: SOUND },
  );
  expect(shown(found, { freeCancellationUntil: '2027-03-05T00:00:00Z' })).toEqual(['c 120']);
});

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

test('every offer matches if there are no filters', () => {
  expect(offerFilter()(offer)).toBe(true);
  expect(priceFilter()(offer)).toBe(true);
});

test.each([
  [{ min: '123.45' }, true],
  [{ min: '123.46' }, false],
  [{ max: '123.45' }, true],
  [{ max: '123.4' }, false],
  [{ min: '100', max: '123.450' }, true],
])('the price filter %j matches an offer priced at 123.45: %s', (price, matches) => {
  expect(priceFilter({ price })(offer)).toBe(matches);
});

test('the price filter uses the decimals of the currency of the offer', () => {
  expect(priceFilter({ price: { max: '12345' } })(mergedOffer({ netMinor: 12_345, currency: 'JPY' }))).toBe(
    true,
  );
  expect(priceFilter({ price: { max: '12.3' } })(mergedOffer({ netMinor: 12_345, currency: 'KWD' }))).toBe(
    false,
  );
});

test('offers are filtered by board, payment type and refundability', () => {
  expect(offerFilter({ boards: ['BB', 'HB'] })(offer)).toBe(true);
  expect(offerFilter({ boards: ['RO'] })(offer)).toBe(false);
  expect(offerFilter({ paymentTypes: ['PAY_AT_PROPERTY'] })(offer)).toBe(false);
  const firm = { ...offer, refundability: 'PARTIALLY_REFUNDABLE' } as const;
  expect(offerFilter({ refundableOnly: true })(firm)).toBe(false);
  expect(offerFilter({ refundableOnly: false })(firm)).toBe(true);
});

test('offers are filtered by their free cancellation deadline', () => {
  expect(deadlineFilter()).toBe(undefined);
  const until = (freeCancellationUntil: string) =>
    deadlineFilter({ freeCancellationUntil }) ?? expect.fail('no deadline filter');
  expect(until(UNTIL)(mergedOffer({ terms: freeUntil }))).toBe(true);
  expect(until('2027-03-10T18:00:01Z')(mergedOffer({ terms: freeUntil }))).toBe(false);
  expect(until('2027-04-01T00:00:00Z')(mergedOffer({ terms: FREE_FOR_EVER }))).toBe(true);
  expect(until('2027-04-01T00:00:01Z')(mergedOffer({ terms: FREE_FOR_EVER }))).toBe(false);
  const never = { ...FREE_FOR_EVER, freeUntilMs: null };
  expect(until('2020-01-01T00:00:00Z')(mergedOffer({ terms: never }))).toBe(false);
});

test('a star filter excludes hotels without stars', () => {
  expect(hotelFilter({})({ stars: null })).toBe(true);
  expect(hotelFilter({ minStars: 3 })({ stars: null })).toBe(false);
  expect(hotelFilter({ minStars: 3 })({ stars: 3 })).toBe(true);
  expect(hotelFilter({ maxStars: 3 })({ stars: 3.5 })).toBe(false);
});

test('a facility filter excludes hotels that lack one of the facilities', () => {
  const isWanted = hotelFilter({ facilities: ['WIFI', 'POOL_OUTDOOR'] });
  expect(isWanted({ stars: null, facilities: ['POOL_OUTDOOR', 'SPA', 'WIFI'] })).toBe(true);
  expect(isWanted({ stars: null, facilities: ['WIFI'] })).toBe(false);
  expect(isWanted({ stars: null })).toBe(false);
});

const preferences: Record<string, number> = { 'test-1': 10, 'test-2': 5, 'test-3': 10 };
const merging = { preferenceOf: (code: string) => preferences[code] ?? 0, keepsDuplicates: false };

const product = { rateKey: 'r1', board: 'RO', refundability: 'REFUNDABLE' } as const;
const offers = [
  { ...product, provider: 'test-1', rooms: 'a', netMinor: 200 },
  { ...product, provider: 'test-2', rooms: 'a', netMinor: 150 },
  { ...product, provider: 'test-1', rooms: 'b', netMinor: 100 },
  { ...product, provider: 'test-3', rooms: 'b', netMinor: 100 },
  { ...product, provider: 'test-2', rooms: 'b', netMinor: 100 },
];
const merged = (list: ReturnType<typeof mergeOffers>) =>
  list.map(offer => `${offer.provider} ${offer.rooms} ${offer.netMinor}`);

test('each product is shown once at its cheapest price, with ties broken by preference', () => {
  expect(merged(mergeOffers(offers, merging))).toEqual(['test-2 b 100', 'test-2 a 150']);
});

test('offers with another board or refundability are other products', () => {
  const others = [
    ...offers,
    { ...product, provider: 'test-1', rooms: 'b', board: 'BB', netMinor: 300 } as const,
    { ...product, provider: 'test-1', rooms: 'b', refundability: 'NON_REFUNDABLE', netMinor: 90 } as const,
  ];
  expect(merged(mergeOffers(others, merging))).toEqual([
    'test-1 b 90',
    'test-2 b 100',
    'test-2 a 150',
    'test-1 b 300',
  ]);
});

test("the merged list of offers does not depend on the order of the providers' responses", () => {
  expect(mergeOffers(offers.toReversed(), merging)).toEqual(mergeOffers(offers, merging));
});

test('every offer is shown, cheapest first, if duplicates are requested', () => {
  expect(merged(mergeOffers(offers, { ...merging, keepsDuplicates: true }))).toEqual([
    'test-2 b 100',
    'test-1 b 100',
    'test-3 b 100',
    'test-2 a 150',
    'test-1 a 200',
  ]);
});
