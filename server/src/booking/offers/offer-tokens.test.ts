import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offeredStay } from '../../../test/supplied-offers.ts';
import { JsonBytes } from '../../platform/operations/json-bytes.ts';
import { addDays, nightsOf } from '../../platform/time/civil-date.ts';
import type { FrozenOffer, OfferSearch } from './frozen-offer.ts';
import { createOfferTokens, MAX_TOKEN_LENGTH, type OfferIdFormat } from './offer-tokens.ts';
import { priceOffer } from './price-offer.ts';
import { guestTotal, type PricedOffer } from './priced-offer.ts';

const KEY = Buffer.alloc(32, 7);
const FORMATS = [1, 3] as const satisfies OfferIdFormat[];
const tokensIn = { 1: createOfferTokens(KEY, () => 1), 3: createOfferTokens(KEY, () => 3) };

const occupancies = fc.array(
  fc.record({
    adults: fc.integer({ min: 1, max: 8 }),
    childAges: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 8 },
);

interface Issued {
  search: OfferSearch;
  hotelId: string;
  offer: PricedOffer;
}

const issued: fc.Arbitrary<Issued> = fc
  .record({
    stay: offeredStay,
    occupancies,
    environment: fc.constantFrom('sandbox', 'production'),
    organisationId: fc.nat().map(id => `org_${id}`),
    testMode: fc.boolean(),
    nationality: fc.constantFrom('ES', 'GB'),
    language: fc.constantFrom('en', 'zh-Hant-TW', 'abc-abcdefgh-abcdefgh-abcdefgh'),
    scenario: fc.option(fc.constantFrom(...SCENARIOS.map(({ name }) => name)), { nil: undefined }),
    expiresInS: fc.integer({ min: 0, max: 1800 }),
    hotelId: fc.nat().map(id => `htl_${id}`),
    provider: fc.constantFrom('test-1', 'own'),
  })
  .map(({ stay, hotelId, provider, nationality, language, expiresInS, ...rest }) => {
    const { checkIn, checkOut, timeZone, exchange } = stay;
    const nights = nightsOf(checkIn, checkOut).length;
    const pricing = { provider, hotelId, timeZone, checkIn, nights, fetchedAtMs: 0 };
    const offer = priceOffer(stay.offer, pricing, exchange);
    const market = { nationality, currency: offer.currency, language };
    const expiresAtMs = Date.UTC(2027, 1, 1, 10) + expiresInS * 1000;
    return { search: { ...rest, checkIn, checkOut, market, expiresAtMs }, hotelId, offer };
  });

function frozen({ hotelId, offer }: Issued): FrozenOffer {
  const { refundability, freeUntilMs, windows, noShow } = offer.terms;
  return {
    provider: offer.provider,
    hotelId,
    rateKey: offer.rateKey,
    fingerprint: offer.fingerprint,
    payment: offer.payment,
    netMinor: offer.netMinor,
    sellingMinor: offer.sellingMinor,
    guestTotalMinor: guestTotal(offer),
    exchange: offer.exchange,
    terms: { refundability, freeUntilMs, windows, noShow },
  };
}

const [example] = fc.sample(issued, { numRuns: 1, seed: 11 }) as [Issued];

describe.each(FORMATS)('an offer id of format %d', format => {
  const tokens = tokensIn[format];
  const make = ({ search, hotelId, offer }: Issued) => tokens.make(search, hotelId, offer);

  it('an offer id decodes to the search and offer it was created from', () => {
    fc.assert(
      fc.property(issued, each => {
        const token = make(each);
        expect(token).toMatch(/^off_[A-Za-z0-9_-]+$/);
        expect(token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH);
        expect(tokens.read(each.search, token)).toEqual({ search: each.search, offer: frozen(each) });
      }),
      { numRuns: 200 },
    );
  });

  it('the same offer always gets the same offer id, even if other offers are encoded first', () => {
    const token = make(example);
    make({ ...example, hotelId: 'htl_other' });
    expect(make(example)).toBe(token);
    expect(make({ ...example, search: { ...example.search } })).toBe(token);
  });

  it('an offer id is rejected if any single character is changed', () => {
    const token = make(example);
    for (let at = 0; at < token.length; at++) {
      for (const other of ['A', 'B', 'x', '_', '=', '+', '/', ' ', 'é']) {
        if (token[at] === other) continue;
        const changed = token.slice(0, at) + other + token.slice(at + 1);
        expect(tokens.read(example.search, changed), changed).toBeUndefined();
      }
    }
  });

  it('an offer id is rejected if it is modified, truncated or extended', () => {
    fc.assert(
      fc.property(issued, fc.nat(511), fc.nat(40), fc.string({ maxLength: 5 }), (each, at, cut, text) => {
        const token = make(each);
        const changed = token.slice(0, at) + text + token.slice(at + cut);
        fc.pre(changed !== token);
        expect(tokens.read(each.search, changed)).toBeUndefined();
      }),
    );
  });

  it('an offer id that was never issued is rejected', () => {
    for (const text of [
      '',
      'off_',
      'off_AAAA',
      'quo_123',
      `off_${'A'.repeat(508)}`,
      `off_${'A'.repeat(5_000)}`,
    ]) {
      expect(tokens.read(example.search, text), text).toBeUndefined();
    }
  });

  it('an offer id is rejected for another partner, in another environment or with another signing key', () => {
    const token = make(example);
    const { organisationId, environment } = example.search;
    const other = environment === 'sandbox' ? 'production' : 'sandbox';
    expect(tokens.read({ organisationId, environment }, token)).toBeDefined();
    expect(tokens.read({ organisationId: 'org_other', environment }, token)).toBeUndefined();
    expect(tokens.read({ organisationId, environment: other }, token)).toBeUndefined();
    expect(createOfferTokens(Buffer.alloc(32, 8)).read(example.search, token)).toBeUndefined();
  });
});

describe.each(FORMATS)('an offer id of format %d for the largest request with the longest names', format => {
  const tokens = tokensIn[format];
  const search: OfferSearch = {
    organisationId: 'org_01234567890123456789',
    environment: 'production',
    testMode: true,
    checkIn: '2045-11-30',
    checkOut: addDays('2045-11-30', 30),
    occupancies: Array.from({ length: 8 }, () => ({ adults: 8, childAges: [17, 16, 15, 14, 13, 12] })),
    market: { nationality: 'ES', currency: 'KWD', language: 'abc-abcdefgh-abcdefgh-abcdefgh' },
    scenario: 'webhook.duplicate',
    expiresAtMs: Date.UTC(2045, 10, 1),
  };
  const hotelId = `htl_${'H'.repeat(60)}`;
  const startMs = Date.UTC(2045, 9, 1);
  const step = Math.floor(Number.MAX_SAFE_INTEGER / 500);
  const offerWith = (count: number, lastPenalty = (count - 1) * step): PricedOffer => ({
    ...example.offer,
    provider: 'p'.repeat(32),
    rateKey: 'k'.repeat(64),
    currency: 'KWD',
    netMinor: Number.MAX_SAFE_INTEGER - 2,
    sellingMinor: Number.MAX_SAFE_INTEGER - 1,
    charges: [],
    exchange: { from: 'VND', to: 'KWD', rate: '123456789012.123456789', asOfMs: startMs },
    terms: {
      ...example.offer.terms,
      refundability: 'REFUNDABLE',
      freeUntilMs: startMs,
      windows: Array.from({ length: count }, (_, i) => ({
        fromMs: i === 0 ? null : startMs + i * 86_400_000,
        toMs: i === count - 1 ? null : startMs + (i + 1) * 86_400_000,
        penaltyMinor: i === count - 1 ? lastPenalty : i * step,
      })),
      noShow: { fromMs: startMs, penaltyMinor: Number.MAX_SAFE_INTEGER - 2 },
    },
  });

  it.each([1, 3, 8, 64, 400])(
    'the largest offer id stays within the length limit with %d cancellation windows',
    count => {
      const token = tokens.make(search, hotelId, offerWith(count));
      expect(token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH);
      const read = tokens.read(search, token);
      expect(read?.search).toEqual(search);
      expect(read?.offer).toMatchObject({ hotelId, rateKey: 'k'.repeat(64), netMinor: 2 ** 53 - 3 });
      expect(Array.isArray(read?.offer.terms.windows)).toBe(count <= 3);
    },
  );

  it('offer ids differ for different cancellation windows even if only a digest of them fits', () => {
    const read = (offer: PricedOffer) =>
      tokens.read(search, tokens.make(search, hotelId, offer))?.offer.terms.windows;
    expect(read(offerWith(64))).toEqual(read(offerWith(64)));
    expect(read(offerWith(64))).not.toEqual(read(offerWith(64, 64 * step)));
  });

  it('an offer id cannot be created for an offer that is too large', () => {
    const offer = { ...offerWith(1), rateKey: 'k'.repeat(200) };
    expect(() => tokens.make(search, hotelId, offer)).toThrow(RangeError);
    expect(() => tokens.make(search, hotelId, { ...offer, rateKey: 'k'.repeat(300) })).toThrow(RangeError);
  });
});

describe('offer ids of both formats', () => {
  it('an offer id of one format is accepted by nodes that issue the other one', () => {
    const { search, hotelId, offer } = example;
    const expected = { search, offer: frozen(example) };
    expect(tokensIn[3].read(search, tokensIn[1].make(search, hotelId, offer))).toEqual(expected);
    expect(tokensIn[1].read(search, tokensIn[3].make(search, hotelId, offer))).toEqual(expected);
  });

  it.each([
    [
      1,
      'off_AQGAtJHQAfETAwJFUwNFVVICZW4AASEcABAGdGVzdC0xBWh0bF8xBkRCTC1CQvwMDAwMDAwMDAwMDMrRAtAPAAAAgNrE0QECAIDaxNEBytECVtCzK7BcB32p1GqJwNBATg',
    ],
    [
      3,
      'off_AwkBgLSR0AHxEwMCRVMDRVVSAmVuAAEhHAAAEAZ0ZXN0LTEFaHRsXzEGREJMLUJC_AwMDAwMDAwMDAwMytEC0A8AAACA2sTRAQIAgNrE0QHK0QIAb3Nw6aF-hRdkRg0DLhal',
    ],
  ])('an offer id of format %d that an earlier version issued is accepted', (_, offerId) => {
    const bearer = { organisationId: 'org_1', environment: 'sandbox' } as const;
    const read = tokensIn[3].read(bearer, offerId);
    expect(read?.search).toMatchObject({ ...bearer, checkIn: '2026-12-20', checkOut: '2026-12-23' });
    expect(read?.offer).toMatchObject({
      provider: 'test-1',
      hotelId: 'htl_1',
      rateKey: 'DBL-BB',
      netMinor: 43_210,
    });
    expect(tokensIn[3].read({ ...bearer, organisationId: 'org_2' }, offerId)).toBeUndefined();
  });

  it('an offer id of the unreleased format 2 is treated as unknown', () => {
    const { search, hotelId, offer } = example;
    const bytes = Buffer.from(tokensIn[3].make(search, hotelId, offer).slice(4), 'base64url');
    bytes[0] = 2;
    expect(tokensIn[3].read(search, `off_${bytes.toString('base64url')}`)).toBeUndefined();
  });

  it('ids that are signed together equal ids that are signed one at a time', () => {
    for (const format of FORMATS) {
      const { search, hotelId } = example;
      const offers = fc.sample(issued, { numRuns: 5, seed: 12 }).map(({ offer }) => offer);
      const signer = tokensIn[format].sign(search);
      const written: string[] = [];
      for (const part of [offers.slice(0, 3), offers.slice(3)]) {
        for (const offer of part) expect(signer.add(offer, signer.encode(hotelId, offer))).toBe(true);
        for (const offer of part) {
          const out = new JsonBytes();
          signer.write(out, offer);
          written.push(out.finish());
        }
      }
      expect(written).toEqual(offers.map(offer => tokensIn[format].make(search, hotelId, offer)));
    }
  });

  it('an id is never written for another offer than its own', () => {
    for (const format of FORMATS) {
      const { search, hotelId, offer } = example;
      const other = { ...offer, rateKey: 'other' };
      const signer = tokensIn[format].sign(search);
      for (const each of [offer, other]) signer.add(each, signer.encode(hotelId, each));
      expect(() => signer.write(new JsonBytes(), other)).toThrow('order');
      signer.write(new JsonBytes(), offer);
      expect(() => signer.write(new JsonBytes(), offer)).toThrow('order');
    }
  });

  it('the same encoded offer gets different tags in different searches', () => {
    const { search, hotelId, offer } = example;
    const later = { ...search, expiresAtMs: search.expiresAtMs + 1_000 };
    const [one, other] = [search, later].map(each => tokensIn[3].make(each, hotelId, offer).slice(-20));
    expect(one).not.toBe(other);
  });

  it('new ids have the current format, and an encoded offer fits into ids of both', () => {
    let format: OfferIdFormat = 1;
    const tokens = createOfferTokens(KEY, () => format);
    const { search, hotelId, offer } = example;
    const encoded = tokens.sign(search).encode(hotelId, offer);
    for (format of FORMATS) {
      const out = new JsonBytes();
      const signer = tokens.sign(search);
      expect(signer.add(offer, encoded)).toBe(true);
      signer.write(out, offer);
      expect(out.finish()).toBe(tokensIn[format].make(search, hotelId, offer));
    }
  });
});
