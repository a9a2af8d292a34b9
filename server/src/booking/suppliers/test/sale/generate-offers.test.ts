import { CURRENCIES } from '@serai/contract/shared/iso-code-sets.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../../../platform/time/civil-date.ts';
import { type NightlyOffer, offerNetMinor } from '../../../port/supplied-offer.ts';
import type { Occupancy, SoldHotel, Stay } from '../../../port/supplier.ts';
import { priceIn } from './country-markets.ts';
import { generateOffers } from './generate-offers.ts';
import { rangeOf, sellsHotel, TEST_PROVIDER_CODES, type TestProviderCode } from './provider-range.ts';

const ROOMS = [
  { roomCode: 'SGL', maxTotal: 1, maxAdults: 1, maxChildren: 0 },
  { roomCode: 'DBL', maxTotal: 2, maxAdults: 2, maxChildren: 0 },
  { roomCode: 'FAM', maxTotal: 4, maxAdults: 2, maxChildren: 2 },
  { roomCode: 'STE', maxTotal: 4, maxAdults: 4, maxChildren: 2 },
];
const COUNTRIES =
  'ES GB US JP KW CH SE NO DK PL CZ HU TR AE TH MX BR CA AU NZ SG HK KR CN IN ZA MA ID VN'.split(' ');
const SELLING = new Set(
  'EUR GBP USD CHF JPY KWD SEK NOK DKK PLN CZK HUF TRY AED THB MXN BRL CAD AUD NZD SGD HKD KRW CNY INR ZAR MAD IDR'.split(
    ' ',
  ),
);

function hotelOf(n: number, over: Partial<SoldHotel> = {}): SoldHotel {
  return { hotelId: `htl_${n}`, countryCode: 'ES', timeZone: null, stars: 3, rooms: ROOMS, ...over };
}

const TWO: Occupancy = { adults: 2, childAges: [] };

function stayOf(checkIn: string, nights: number, ...occupancies: Occupancy[]): Stay {
  return { checkIn, checkOut: addDays(checkIn, nights), occupancies };
}

/** Returns the offers of all providers that sell the hotel. */
function sold(hotel: SoldHotel, stay: Stay): Map<TestProviderCode, NightlyOffer[] | string> {
  const ranges = TEST_PROVIDER_CODES.map(code => rangeOf(code, hotel)).filter(sellsHotel);
  return new Map(
    ranges.map(range => [range.code, generateOffers(range, hotel, stay, { scenario: undefined })]),
  );
}

const offersAmong = (results: ReadonlyMap<string, NightlyOffer[] | string>) =>
  [...results.values()].flatMap(result => (typeof result === 'string' ? [] : result));

const MANY = Array.from({ length: 300 }, (_, n) => hotelOf(n));
const PLAIN = stayOf('2027-05-14', 3, TWO);

const anyHotel = fc
  .tuple(fc.nat(), fc.constantFrom(...COUNTRIES), fc.constantFrom(null, 1, 2, 3, 3.5, 4, 5))
  .map(([n, countryCode, stars]) => hotelOf(n, { countryCode, stars }));
const anyDate = fc.nat(700).map(days => addDays('2027-01-01', days));

it('every hotel is sold by at least one test provider, most by several, and not all by every provider', () => {
  const sellers = MANY.map(hotel => sold(hotel, PLAIN).size);
  expect(Math.min(...sellers)).toBe(1);
  const several = sellers.filter(count => count > 1).length;
  expect(several).toBeGreaterThan(150);
  expect(sellers.filter(count => count === 3).length).toBeLessThan(several);
});

it('every ordinary stay has a refundable rate', () => {
  fc.assert(
    fc.property(
      anyHotel,
      anyDate,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 4 }),
      (hotel, checkIn, nights, rooms) => {
        const stay = stayOf(checkIn, nights, ...Array.from({ length: rooms }, () => TWO));
        const offers = offersAmong(sold(hotel, stay));
        const isFree = ({ policy }: NightlyOffer) =>
          policy.kind === 'KNOWN' && policy.penalties.every(({ from }) => from.kind !== 'ALWAYS');
        expect(offers.some(isFree)).toBe(true);
      },
    ),
  );
});

it('all offers for a hotel use one supported currency and integer amounts', () => {
  fc.assert(
    fc.property(anyHotel, anyDate, fc.integer({ min: 1, max: 30 }), (hotel, checkIn, nights) => {
      const offers = offersAmong(sold(hotel, stayOf(checkIn, nights, TWO, { adults: 1, childAges: [] })));
      const [currency, ...others] = new Set(offers.map(offer => offer.currency));
      expect(others).toEqual([]);
      expect(SELLING.has(currency ?? '') && CURRENCIES.has(currency ?? '')).toBe(true);
      for (const offer of offers) {
        expect(Number.isSafeInteger(offerNetMinor(offer))).toBe(true);
        expect(offer.rooms.every(room => room.nightlyMinor.length === nights)).toBe(true);
      }
    }),
  );
});

it('the cheapest offer for two adults and one night costs between 12 and 900 euros', () => {
  fc.assert(
    fc.property(anyHotel, anyDate, (hotel, checkIn) => {
      const offers = offersAmong(sold(hotel, stayOf(checkIn, 1, TWO)));
      const cheapest = Math.min(...offers.map(offer => offerNetMinor(offer)));
      const euro = priceIn(offers[0]?.currency ?? '', 100);
      expect(cheapest).toBeGreaterThan(12 * euro);
      expect(cheapest).toBeLessThan(900 * euro);
    }),
  );
});

it('prices differ by a few per cent between providers and are sometimes equal', () => {
  const ratios: number[] = [];
  for (const hotel of MANY) {
    const byKey = Map.groupBy(offersAmong(sold(hotel, PLAIN)), ({ rateKey }) => rateKey);
    for (const same of byKey.values()) {
      const nets = same.map(offerNetMinor);
      if (nets.length > 1) ratios.push(Math.max(...nets) / Math.min(...nets));
    }
  }
  expect(Math.max(...ratios)).toBeLessThan(1.09);
  const equal = ratios.filter(ratio => ratio === 1).length / ratios.length;
  expect(equal).toBeGreaterThan(0.03);
  expect(equal).toBeLessThan(0.5);
});

it('prices rise with the guests: infants are free, and children, teenagers and adults cost progressively more', () => {
  const [hotel] = MANY.filter(one => rangeOf('test-1', one).isMain);
  if (hotel === undefined) return expect.fail();
  const costs = (occupancy: Occupancy) => {
    const offers = generateOffers(rangeOf('test-1', hotel), hotel, stayOf('2027-05-14', 3, occupancy), {
      scenario: undefined,
    });
    const suite = typeof offers === 'string' ? [] : offers.filter(o => o.rooms[0]?.roomCode === 'STE');
    return offerNetMinor({ rooms: suite[0]?.rooms ?? [] });
  };
  const children = (...childAges: number[]) => costs({ adults: 2, childAges });
  expect(costs({ adults: 1, childAges: [] })).toBeLessThan(costs(TWO));
  expect(children(1)).toBe(costs(TWO));
  expect(children(6)).toBeGreaterThan(children(1));
  expect(children(13)).toBeGreaterThan(children(6));
  expect(costs({ adults: 3, childAges: [] })).toBeGreaterThan(children(13));
});

it('offers cover every type of cancellation policy', () => {
  const shapes = new Set<string>();
  for (const { policy } of MANY.flatMap(hotel => offersAmong(sold(hotel, PLAIN)))) {
    if (policy.kind === 'KNOWN') shapes.add(policy.penalties.map(({ from }) => from.kind).join(' '));
  }
  expect([...shapes].sort()).toEqual(
    ['ALWAYS', 'ALWAYS LOCAL', 'INSTANT', 'LOCAL', 'LOCAL LOCAL', 'LOCAL LOCAL LOCAL'].sort(),
  );
});

it('offers cover included taxes, local taxes and fees, promotions and both payment types', () => {
  const hotels = MANY.map((hotel, n) => ({ ...hotel, countryCode: n % 2 === 0 ? 'ES' : 'US' }));
  const offers = hotels.flatMap(hotel => offersAmong(sold(hotel, PLAIN)));
  const charges = new Set(
    offers.flatMap(offer => offer.charges.map(({ code, collection }) => `${code} ${collection}`)),
  );
  expect([...charges].sort()).toEqual([
    'CITY_TAX PAY_AT_PROPERTY',
    'CLEANING_FEE INCLUDED',
    'RESORT_FEE PAY_AT_PROPERTY',
    'VAT INCLUDED',
  ]);
  expect(offers.some(({ promotions }) => promotions.length > 0)).toBe(true);
  expect(new Set(offers.map(({ payment }) => payment)).size).toBe(2);
});

it('a hotel without offers has a reason: too many guests, children not allowed, or sold out', () => {
  const reasons = (over: Partial<SoldHotel>, ...occupancies: Occupancy[]) =>
    new Set(
      MANY.flatMap(hotel => [
        ...sold({ ...hotel, ...over }, stayOf('2027-05-14', 3, ...occupancies)).values(),
      ]).filter(result => typeof result === 'string'),
    );
  expect(reasons({}, { adults: 5, childAges: [] })).toEqual(new Set(['MAXIMUM_OCCUPANCY']));
  const forAdults = { rooms: ROOMS.map(room => ({ ...room, maxChildren: 0 })) };
  expect(reasons(forAdults, { adults: 1, childAges: [3] })).toEqual(new Set(['CHILDREN_NOT_ALLOWED']));
  expect(reasons({}, ...Array.from({ length: 8 }, () => TWO))).toContain('SOLD_OUT');
  expect(reasons({}, { adults: 4, childAges: [] })).toContain('SOLD_OUT');
});

it('generated offers do not change between releases', () => {
  const hotel = hotelOf(1);
  const all = [...sold(hotel, stayOf('2027-05-14', 2, TWO))].map(([code, offers]) => [
    code,
    typeof offers === 'string'
      ? offers
      : offers.slice(0, 3).map(o => `${o.rateKey} ${offerNetMinor(o)} ${o.currency}`),
  ]);
  expect(Object.fromEntries(all)).toMatchInlineSnapshot(`
    {
      "test-1": [
        "19agbbz-RO-FLEX 20230 EUR",
        "19agbbz-RO-PART 19118 EUR",
        "19agbbz-BB-FLEX 26586 EUR",
      ],
      "test-2": [
        "19agbbz-RO-FLEX 21802 EUR",
        "19agbbz-RO-PART 20607 EUR",
        "19agbbz-BB-FLEX 25052 EUR",
      ],
      "test-3": [
        "19agbbz-RO-FLEX 21802 EUR",
        "19agbbz-BB-FLEX 25563 EUR",
        "11yu9gx-RO-FLEX 27927 EUR",
      ],
    }
  `);
});
