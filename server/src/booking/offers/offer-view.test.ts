import { firmTerms, searchedTerms } from '@serai/contract/booking/cancellation-terms.ts';
import { offerExample } from '@serai/contract/booking/examples/offer-example.ts';
import { MAX_ALLOTMENT, quotedOffer, searchedOffer } from '@serai/contract/booking/offer.ts';
import { oneCurrency } from '@serai/contract/booking/price.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offeredStay } from '../../../test/supplied-offers.ts';
import { nightsOf } from '../../platform/time/civil-date.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import type { SuppliedCharge, SuppliedOffer } from '../port/supplied-offer.ts';
import { firmTermsView, searchedTermsView } from '../terms/terms-view.ts';
import { type OfferScene, quotedOfferView, searchedOfferView } from './offer-view.ts';
import { type Pricing, priceOffer } from './price-offer.ts';

const room = (roomCode: string, english: string, beds: CatalogueHotel['rooms'][number]['beds']) => ({
  roomCode,
  maxTotal: 4,
  maxAdults: 4,
  maxChildren: 2,
  name: (language: string) => (language === 'en' ? english : `${english} (${language})`),
  beds,
});

const hotel: CatalogueHotel = {
  hotelId: 'htl_7Q2M9XK4V8TB',
  countryCode: 'ES',
  timeZone: 'Europe/Madrid',
  name: () => 'Hotel Passeig del Mar',
  categoryCode: 'H4',
  stars: 4,
  location: { latitude: 41.3784, longitude: 2.1915 },
  rooms: [
    room('DBL-SEA', 'Double room with sea view', [
      { type: 'KING', count: 1 },
      { type: 'SOFA_BED', count: 1 },
    ]),
    room('SGL-STD', 'Single room', [{ type: 'SINGLE', count: 1 }]),
  ],
};

const utc = (text: string) => Date.parse(text);
const supplied: SuppliedOffer = {
  rateKey: 'r1',
  board: 'BB',
  payment: 'MERCHANT',
  currency: 'EUR',
  rooms: [
    {
      roomCode: 'DBL-SEA',
      allotment: 3,
      nightlyMinor: [12_000, 12_400],
      stayCharges: [{ code: 'CLEANING_FEE', description: 'Final cleaning', amountMinor: 2_000 }],
    },
    { roomCode: 'SGL-STD', allotment: null, nightlyMinor: [8_800, 9_200], stayCharges: [] },
  ],
  sellingMinor: 52_000,
  charges: [
    {
      code: 'VAT',
      description: 'Value added tax',
      type: 'TAX',
      collection: 'INCLUDED',
      basis: 'PERCENT',
      amountMinor: 4_036,
    },
    {
      code: 'CITY_TAX',
      description: 'City tax, adults only',
      type: 'TAX',
      collection: 'PAY_AT_PROPERTY',
      basis: 'PER_PERSON_PER_NIGHT',
      amountMinor: 2_640,
    },
  ],
  policy: {
    kind: 'KNOWN',
    penalties: [
      { from: { kind: 'LOCAL', at: '2027-03-11T00:00' }, penaltyMinor: 22_200 },
      { from: { kind: 'LOCAL', at: '2027-03-12T00:00' }, penaltyMinor: 44_400 },
    ],
    noShowMinor: 44_400,
  },
  promotions: [{ code: 'EARLY_BOOKING', text: 'Early booking discount of 10 %', language: 'en' }],
};
const PRICING: Pricing = {
  provider: 'test-1',
  hotelId: hotel.hotelId,
  timeZone: hotel.timeZone,
  checkIn: '2027-03-12',
  nights: 2,
  fetchedAtMs: utc('2027-02-01T10:00:01Z'),
};
const offer = priceOffer(supplied, PRICING, null);
const scene: OfferScene = {
  hotel,
  language: 'en',
  nights: ['2027-03-12', '2027-03-13'],
};
const issue = { offerId: offerExample.offerId, expiresAtMs: utc(offerExample.expiresAt) };

describe('the view of an offer', () => {
  it('the view of an offer equals the published example in every field', () => {
    const view = { ...searchedOfferView(offer, scene, issue), fingerprint: offerExample.fingerprint };
    expect(view).toEqual(offerExample);
    expect(quotedOfferView(offer, scene, issue)).toEqual(searchedOfferView(offer, scene, issue));
  });

  it('the view of an offer omits nightly prices unless they are requested', () => {
    const view = searchedOfferView(offer, { ...scene, nights: null }, issue);
    expect(view.rooms.map(({ price }) => 'nightly' in price)).toEqual([false, false]);
  });

  it('boards and rooms are named in the requested language, with English as the fallback for boards', () => {
    const named = (language: string) => searchedOfferView(offer, { ...scene, language }, issue);
    expect(named('es-MX').board).toEqual({ code: 'BB', name: 'Alojamiento y desayuno' });
    expect(named('es-MX').rooms[1]?.name).toBe('Single room (es-MX)');
    expect(named('de').board).toEqual({ code: 'BB', name: 'Bed and breakfast' });
  });

  it('an allotment above the maximum in the contract is shown as the maximum', () => {
    const rooms = supplied.rooms.map(each => ({ ...each, allotment: 2_000_000_000 }));
    const view = searchedOfferView(priceOffer({ ...supplied, rooms }, PRICING, null), scene, issue);
    expect(view.rooms.map(({ allotment }) => allotment)).toEqual([MAX_ALLOTMENT, MAX_ALLOTMENT]);
  });

  it('a room that is not in the catalogue is named by its code', () => {
    const view = searchedOfferView(offer, { ...scene, hotel: { ...hotel, rooms: [] } }, issue);
    expect(view.rooms[0]).toMatchObject({ roomCode: 'DBL-SEA', name: 'DBL-SEA', beds: [] });
  });

  it("a room without a code has the supplier's name and beds, and omits nightly prices if the supplier reports none", () => {
    const name = { code: 'ROOM', text: 'Deluxe King Room', language: 'en' };
    const room = { roomCode: null, name, beds: [{ type: 'KING', count: 1 }], allotment: null } as const;
    const rooms = [{ ...room, nightlyMinor: null, totalMinor: 44_400, stayCharges: [] }];
    const priced = priceOffer({ ...supplied, rooms }, PRICING, null);
    expect(searchedOfferView(priced, scene, issue).rooms).toEqual([
      {
        roomRef: 1,
        roomCode: null,
        name: 'Deluxe King Room',
        beds: [{ type: 'KING', count: 1 }],
        price: { net: { amount: '444.00', currency: 'EUR' }, stayCharges: [] },
        allotment: null,
      },
    ]);
  });

  it('charges without an amount are listed separately and do not count towards guestTotal', () => {
    const [vat, city] = supplied.charges as [SuppliedCharge, SuppliedCharge];
    const local = { currency: 'AED', amountMinor: 1_500 };
    const charges = [
      { ...vat, amountMinor: null, percent: '19.00' },
      { ...city, amountMinor: null, local },
      { ...city, code: 'RESORT_FEE', amountMinor: 1_000, local },
    ];
    const { price } = searchedOfferView(priceOffer({ ...supplied, charges }, PRICING, null), scene, issue);
    const shown = { amount: '15.00', currency: 'AED' };
    expect(price.payAtProperty).toMatchObject([
      { code: 'RESORT_FEE', amount: { amount: '10.00' }, local: shown },
    ]);
    expect(price.taxesAndFees.map(({ code }) => code)).toEqual(['RESORT_FEE']);
    expect(price.unpricedCharges).toMatchObject([
      { code: 'VAT', collection: 'INCLUDED', percent: '19.00' },
      { code: 'CITY_TAX', collection: 'PAY_AT_PROPERTY', local: shown },
    ]);
    expect(price.guestTotal.amount).toBe('530.00');
  });

  it('the view of a quoted offer requires known terms', () => {
    const unknown = { ...offer, terms: { ...offer.terms, refundability: 'UNKNOWN', windows: [] } as const };
    expect(() => quotedOfferView(unknown, scene, issue)).toThrow(RangeError);
  });

  it('the view of an offer conforms to the contract for any offer, stay, time zone and currency', () => {
    const [searched, quoted] = [searchedOffer(), quotedOffer()];
    const inOneCurrency = searchedOffer().check(oneCurrency('price', 'rooms', 'cancellation'));
    let unknown = 0;
    fc.assert(
      fc.property(offeredStay, fc.boolean(), (stay, withNights) => {
        const { checkIn, checkOut, timeZone, exchange } = stay;
        const nights = nightsOf(checkIn, checkOut);
        const pricing = { provider: 'test-1', hotelId: hotel.hotelId, timeZone, checkIn, fetchedAtMs: 0 };
        const priced = priceOffer(stay.offer, { ...pricing, nights: nights.length }, exchange);
        const sceneOfStay = { ...scene, nights: withNights ? nights : null };
        const view = searchedOfferView(priced, sceneOfStay, issue);
        expect(searched.safeParse(view).error).toBeUndefined();
        expect(inOneCurrency.safeParse(view).error).toBeUndefined();
        expect(view.price.exchange === undefined).toBe(exchange === null);
        if (priced.terms.refundability === 'UNKNOWN') unknown++;
        else expect(quoted.safeParse(quotedOfferView(priced, sceneOfStay, issue)).error).toBeUndefined();
        expectTermsAgree(view.cancellation);
      }),
      { numRuns: 150 },
    );
    expect(unknown).toBeGreaterThan(0);
  });
});

/** Checks guarantees that the schema does not express. */
function expectTermsAgree(terms: ReturnType<typeof searchedTermsView>): void {
  const { freeCancellationUntil: free, freeCancellationUntilLocal: local, propertyTimeZone } = terms;
  expect(local === null).toBe(free === null || propertyTimeZone === null);
  if (local !== null) expect(Date.parse(local)).toBe(Date.parse(free as string));
  if (terms.deadlineSource === 'CONSERVATIVE') expect(propertyTimeZone).toBeNull();
}

it("cancellation terms conform to the contract and show the deadline in the property's local time", () => {
  expect(searchedTerms().safeParse(searchedTermsView(offer.terms, 'EUR')).error).toBeUndefined();
  const firm = firmTermsView(offer.terms, 'EUR');
  expect(firmTerms().safeParse(firm).error).toBeUndefined();
  expect(firm.freeCancellationUntilLocal).toBe('2027-03-11T00:00:00+01:00');
});
