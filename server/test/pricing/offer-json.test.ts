/** Compares the JSON that searches write with `JSON.stringify` of the plain view, for random offers with and without rules. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CatalogueHotel } from '../../src/booking/catalogue.ts';
import { offerWriter } from '../../src/booking/offers/offer-json.ts';
import { createOfferTokens, type OfferIdFormat } from '../../src/booking/offers/offer-tokens.ts';
import { type OfferScene, offerSummaryView, searchedOfferView } from '../../src/booking/offers/offer-view.ts';
import { keepOfferJson, keepOfferListJson, OffersJson } from '../../src/booking/offers/offers-json.ts';
import { HiddenOfferError, priceOffer } from '../../src/booking/offers/price-offer.ts';
import type { PricedOffer } from '../../src/booking/offers/priced-offer.ts';
import { JsonBytes, utf8 } from '../../src/platform/operations/json-bytes.ts';
import { nightsOf } from '../../src/platform/time/civil-date.ts';
import { PartnerRules } from '../../src/pricing/matching/compile-rules.ts';
import { SearchPrices } from '../../src/pricing/price-search.ts';
import type { Rule } from '../../src/pricing/rule.ts';
import { type OfferedStay, offeredStay } from '../supplied-offers.ts';
import { Random, randomRules } from './random-prices.ts';

const room = (roomCode: string, name: string): CatalogueHotel['rooms'][number] => ({
  roomCode,
  maxTotal: 4,
  maxAdults: 4,
  maxChildren: 2,
  name: language => `${name} "${language}"`,
  beds: [{ type: 'KING', count: 1 }],
});

/** The room FAM is not in the catalogue. */
const hotel: CatalogueHotel = {
  hotelId: 'htl_1',
  countryCode: 'ES',
  timeZone: 'Europe/Madrid',
  name: () => 'Hotel',
  categoryCode: null,
  stars: 4,
  location: { latitude: 41, longitude: 2 },
  rooms: [room('DBL', 'Habitación\ndoble 大'), room('SGL', 'Single\u2028room \ud800')],
};

/** Returns undefined if the offer is not sold to the partner. */
function priced(
  { checkIn, checkOut, timeZone, offer, exchange }: OfferedStay,
  rules: readonly Rule[],
): PricedOffer | undefined {
  const nights = nightsOf(checkIn, checkOut).length;
  const currency = exchange?.to ?? offer.currency;
  const search = { organisationId: 'prt_1', checkIn, nights, nationality: 'ES', currency, nowMs: 0 };
  const compiled = new PartnerRules(rules, { partnerId: 'prt_1', groups: [] });
  const prices = SearchPrices.open(compiled, { ...search, rateFrom: () => '1.5' })?.at(hotel, 'test-1');
  const shared = { provider: 'test-1', hotelId: hotel.hotelId, timeZone, checkIn, nights, fetchedAtMs: 0 };
  try {
    return priceOffer(offer, { ...shared, prices }, exchange);
  } catch (error) {
    if (error instanceof HiddenOfferError) return undefined;
    throw error;
  }
}

const issue = { offerId: 'off_1', expiresAtMs: 0 };
const HEAD = '{"offerId":"off_1","expiresAt":"1970-01-01T00:00:00Z"';

test('the JSON of an offer equals the serialised view for any offer, currency, language and rules', () => {
  let repriced = 0;
  fc.assert(
    fc.property(
      fc.record({
        stay: offeredStay,
        rules: fc.option(fc.nat().map(seed => randomRules(new Random(seed), 3))),
        hasNights: fc.boolean(),
        isCached: fc.boolean(),
        language: fc.constantFrom('en', 'es', 'zh-Hant-TW'),
      }),
      ({ stay, rules, hasNights, isCached, language }) => {
        const sold = priced(stay, rules ?? []);
        if (sold === undefined) return;
        const offer = { ...sold, ...(isCached && { isCached }) };
        if (offer.pricing.rules.length > 0) repriced++;
        const nights = hasNights ? nightsOf(stay.checkIn, stay.checkOut) : null;
        const scene: OfferScene = { hotel, language, nights };
        const writer = offerWriter(scene);
        const [full, summary] = [new JsonBytes(), new JsonBytes()];
        writer.full(full, offer);
        writer.summary(summary, offer);
        expect(HEAD + full.finish()).toBe(JSON.stringify(searchedOfferView(offer, scene, issue)));
        expect(HEAD + summary.finish()).toBe(JSON.stringify(offerSummaryView(offer, issue)));
      },
    ),
    { numRuns: 150 },
  );
  expect(repriced).toBeGreaterThan(20);
});

test('copied bytes of a cached offer equal the serialised view in every search, language and detail', () => {
  const tokens = createOfferTokens(Buffer.alloc(32, 7));
  fc.assert(
    fc.property(offeredStay, fc.infiniteStream(fc.nat(11)), (stay, choices) => {
      const { checkIn, checkOut } = stay;
      const offer = { ...(priced(stay, []) as PricedOffer), isCached: true, endsAtMs: 1_900_000 };
      keepOfferJson(offer);
      const allNights = nightsOf(checkIn, checkOut);
      const market = { nationality: 'ES', currency: offer.currency, language: 'en' };
      const bearer = { organisationId: 'prt_1', environment: 'sandbox', testMode: true } as const;
      for (const choice of choices.take(6)) {
        const language = choice % 2 === 0 ? 'en' : 'es';
        const scene: OfferScene = { hotel, language, nights: choice % 3 === 0 ? allNights : null };
        const detail = choice % 4 === 0 ? 'summary' : 'full';
        const expiresAtMs = 1_000_000 * (1 + (choice % 2));
        const stayed = { checkIn, checkOut, occupancies: [{ adults: 2, childAges: [] }], market };
        const search = { ...bearer, ...stayed, scenario: undefined, expiresAtMs };
        const out = new JsonBytes();
        const offers = [offer, { ...offer }];
        const offersJson = new OffersJson(tokens, search, detail);
        offersJson.sign(scene, offers);
        offersJson.write(out, scene, offers);
        const endMs = Math.min(expiresAtMs, 1_900_000);
        const offerId = tokens.make({ ...search, expiresAtMs: endMs }, hotel.hotelId, offer);
        const issued = { offerId, expiresAtMs: endMs };
        const view =
          detail === 'full' ? searchedOfferView(offer, scene, issued) : offerSummaryView(offer, issued);
        expect(`[${out.finish()}]`).toBe(JSON.stringify([view, view]));
      }
    }),
    { numRuns: 40 },
  );
});

/** Counts how often the expiry of the first offer is read, which a copied list does not need. */
function countReads(offer: PricedOffer): () => number {
  const { endsAtMs } = offer;
  let reads = 0;
  Object.defineProperty(offer, 'endsAtMs', { get: () => [endsAtMs, ++reads][0] });
  return () => reads;
}

test('copied offers of a hotel equal the serialised views in every search, and other offers keep their own ids', () => {
  let format: OfferIdFormat = 3;
  const tokens = createOfferTokens(Buffer.alloc(32, 7), () => format);
  const offered = fc.array(offeredStay, { minLength: 1, maxLength: 4 });
  const searched = fc.record({
    language: fc.constantFrom('en', 'en', 'en', 'es'),
    hasNights: fc.constantFrom(false, false, true),
    detail: fc.constantFrom('full', 'full', 'summary'),
    rooms: fc.constantFrom(1, 1, 1, 30),
    format: fc.constantFrom(3, 3, 3, 3, 1),
    expiresAtMs: fc.constantFrom(1_000_000, 1_001_000, 2_000_000),
    partner: fc.constantFrom('prt_1', 'prt_2'),
  });
  const seen = { copied: 0, written: 0 };
  fc.assert(
    fc.property(offered, fc.array(searched, { minLength: 6, maxLength: 10 }), (stays, searches) => {
      const { checkIn, checkOut } = stays[0] as OfferedStay;
      const offers = stays.map((stay, i): PricedOffer => {
        const offer = { ...(priced(stay, []) as PricedOffer), isCached: true } as const;
        return i % 2 === 0 ? offer : { ...offer, endsAtMs: 1_500_000 };
      });
      const others = offers.map(offer => ({ ...offer }));
      const { currency } = offers[0] as PricedOffer;
      for (const offer of offers) keepOfferJson(offer);
      keepOfferListJson(offers);
      const readsOf = countReads(offers[0] as PricedOffer);
      for (const { language, hasNights, detail, rooms, expiresAtMs, partner, ...rest } of searches) {
        format = rest.format as OfferIdFormat;
        // Other offers may be for other nights.
        const nights = hasNights && stays.length === 1 ? nightsOf(checkIn, checkOut) : null;
        const scene: OfferScene = { hotel, language, nights };
        const search = {
          ...({ organisationId: partner, environment: 'sandbox', testMode: true } as const),
          ...{ checkIn, checkOut, scenario: undefined, expiresAtMs },
          occupancies: Array.from({ length: rooms }, () => ({ adults: 2, childAges: [1, 2, 3, 4, 5, 6] })),
          market: { nationality: 'ES', currency, language },
        };
        const out = new JsonBytes();
        const offersJson = new OffersJson(tokens, search, detail as 'full' | 'summary');
        const before = readsOf();
        const inOrder = [others, offers, [...others]];
        for (const each of inOrder) offersJson.sign(scene, each);
        for (const [i, each] of inOrder.entries()) {
          if (i > 0) out.json(',');
          offersJson.write(out, scene, each);
        }
        seen[readsOf() === before ? 'copied' : 'written']++;
        const views = others.map(offer => {
          const endMs = Math.min(expiresAtMs, offer.endsAtMs ?? expiresAtMs);
          const issued = {
            offerId: tokens.make({ ...search, expiresAtMs: endMs }, hotel.hotelId, offer),
            expiresAtMs: endMs,
          };
          return detail === 'full'
            ? searchedOfferView(offer, scene, issued)
            : offerSummaryView(offer, issued);
        });
        expect(`[${out.finish()}]`).toBe(JSON.stringify([...views, ...views, ...views]));
      }
    }),
    { numRuns: 150 },
  );
  expect(seen.copied).toBeGreaterThan(30);
  expect(seen.written).toBeGreaterThan(30);
});

test('a kept offer id never depends on how much space earlier searches had for it', () => {
  const tokens = createOfferTokens(Buffer.alloc(32, 7));
  const [stay] = fc.sample(offeredStay, { numRuns: 1, seed: 3 }) as [OfferedStay];
  const sold = priced(stay, []) as PricedOffer;
  const windows = Array.from({ length: 24 }, (_, i) => ({
    fromMs: i === 0 ? null : Date.UTC(2027, 0, i),
    toMs: i === 23 ? null : Date.UTC(2027, 0, i + 1),
    penaltyMinor: i * 100,
  }));
  const offer: PricedOffer = { ...sold, terms: { ...sold.terms, windows } };
  keepOfferJson(offer);
  const { checkIn, checkOut } = stay;
  const searchFor = (rooms: number) => ({
    organisationId: 'prt_1',
    environment: 'sandbox' as const,
    testMode: true,
    checkIn,
    checkOut,
    occupancies: Array.from({ length: rooms }, () => ({ adults: 2, childAges: [1, 2, 3, 4, 5, 6] })),
    market: { nationality: 'ES', currency: offer.currency, language: 'abc-abcdefgh-abcdefgh-abcdefgh' },
    scenario: undefined,
    expiresAtMs: 1_800_000_000_000,
  });
  const hasWindows: boolean[] = [];
  for (const rooms of [30, 1, 30, 1]) {
    const search = searchFor(rooms);
    const out = new JsonBytes();
    const scene = { hotel, language: 'en', nights: null };
    const offersJson = new OffersJson(tokens, search, 'summary');
    offersJson.sign(scene, [offer]);
    offersJson.write(out, scene, [offer]);
    const { offerId } = JSON.parse(out.finish());
    expect(offerId).toBe(tokens.make(search, hotel.hotelId, offer));
    hasWindows.push(Array.isArray(tokens.read(search, offerId)?.offer.terms.windows));
  }
  expect(hasWindows).toEqual([false, true, false, true]);
});

test('constant and memoised parts of a response do not keep a larger buffer in memory', () => {
  expect(utf8('é').buffer.byteLength).toBe(2);
});

test('a response contains every kind of value as written, however large it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.maxSafeInteger(), fc.nat(3)), {
        maxLength: 60,
        size: 'max',
      }),
      values => {
        const out = new JsonBytes();
        for (const [text, minor, decimals] of values) {
          out.text(text);
          out.decimal(minor, decimals);
        }
        const expected = values.map(([text, minor, decimals]) => {
          const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
          const [whole, fraction] = [
            digits.slice(0, digits.length - decimals),
            digits.slice(digits.length - decimals),
          ];
          return `${JSON.stringify(text)}${minor < 0 ? '-' : ''}${whole}${decimals > 0 ? `.${fraction}` : ''}`;
        });
        expect(out.finish()).toBe(expected.join(''));
      },
    ),
  );
});
