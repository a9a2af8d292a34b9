import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BookingApp, bookingApp, STAY } from '../../../test/booking-app.ts';
import { bookingRequest } from '../../../test/booking-request.ts';
import { type ScriptedBooking, scriptedBooking } from '../../../test/scripted-booking.ts';
import { addDays } from '../../platform/time/civil-date.ts';
import type { HotelMapping } from '../hotel-mapping.ts';
import type { MappedSale, MappingAlarms } from '../mapping-alarms.ts';
import type { SuppliedOffer } from '../port/supplied-offer.ts';
import type { Supplier } from '../port/supplier.ts';
import type { PricingPort } from '../pricing-port.ts';

const HOTEL_ID = 'htl_7Q2M9XK4V8TB';
const mapping: HotelMapping = {
  findSupplierIds: async (_environment, code, hotelIds) => new Map(hotelIds.map(id => [id, [`${code} id`]])),
};

/** The prices of each provider, in minor units of its currency. */
let prices: Record<string, number[]>;
let quoted: number | undefined;
let currencies: Record<string, string>;
let reports: [MappedSale, string][];
/** The providers whose offers a pricing rule hides. */
let hidden: string[];
let booking: BookingApp;
let scripted: ScriptedBooking;

const alarms: MappingAlarms = {
  isFarPrice: (price, median) => price > median * 3 || price * 3 < median,
  reportFarPrice: (sale, { stay }) => reports.push([sale, stay]),
  reportOtherHotel() {},
  reportUnmapped() {},
};

const pricing: PricingPort = {
  exchangeRate: rate => rate,
  open: async () => ({
    at: (_, provider) => ({ find: () => (hidden.includes(provider) ? 'HIDDEN' : null) }),
  }),
  reprice: () => Promise.reject(new Error('not asked')) as never,
};

const offerOf = (code: string, totalMinor: number, rooms: number): SuppliedOffer => ({
  rateKey: `${code}-${totalMinor}`,
  board: 'BB',
  payment: 'MERCHANT',
  currency: currencies[code] ?? 'EUR',
  rooms: Array.from({ length: rooms }, () => ({
    roomCode: null,
    name: { code: 'ROOM', text: `Room of ${code} at ${totalMinor}`, language: 'en' },
    allotment: null,
    nightlyMinor: null,
    totalMinor,
    stayCharges: [],
  })),
  sellingMinor: null,
  charges: [],
  policy: { kind: 'KNOWN', penalties: [], noShowMinor: null },
  promotions: [],
});

const scriptOf = (code: string): Partial<Supplier> => ({
  needsMapping: true,
  search: async (_, { hotels, occupancies }) => {
    const offers = (prices[code] ?? []).map(price => offerOf(code, price, occupancies.length));
    if (offers.length === 0) return { kind: 'NONE' };
    return {
      kind: 'OK',
      value: { hotels: hotels.map(({ hotelId }) => ({ hotelId, offers })), unavailable: [] },
    };
  },
  quote: async (_, { rateKey, occupancies }) => {
    const shown = Number(rateKey.split('-').at(-1));
    const offer = offerOf(code, shown, occupancies.length);
    const totalMinor = quoted ?? shown;
    return {
      kind: 'OK',
      value: {
        offer: { ...offer, rooms: offer.rooms.map(room => ({ ...room, nightlyMinor: null, totalMinor })) },
        tokens: 'quoted',
        lifetimeMs: null,
        inventoryHeld: false,
        requirements: {
          guestNames: 'LEAD_PER_ROOM',
          childAges: false,
          holderEmail: false,
          holderPhone: false,
          maxRemarkLength: 0,
        },
        notices: [],
      },
    };
  },
});

beforeAll(async () => {
  booking = await bookingApp();
});
afterAll(() => booking?.close());
beforeEach(async () => {
  [prices, quoted, currencies, reports, hidden] = [{}, undefined, {}, [], []];
  scripted = await scriptedBooking(booking, {}, { mapping, alarms, pricing, scriptOf });
});
afterEach(() => scripted?.stop());

const search = (fields: object = {}) =>
  scripted.run('availability', {
    hotelIds: [HOTEL_ID],
    ...STAY,
    include: ['unavailable', 'duplicates'],
    ...fields,
  });
const shownPrices = async (fields: object = {}): Promise<string[]> => {
  const { data } = await search(fields);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return (data.hotels[0]?.offers ?? []).map((offer: any) => offer.price.net.amount);
};
/** Searches five arrival dates, so that there are enough recent prices to compare with. */
async function searchFiveDates(): Promise<void> {
  for (let i = 1; i <= 5; i++) {
    await search({ checkIn: addDays(STAY.checkIn, i), checkOut: addDays(STAY.checkOut, i) });
  }
}

describe('a search', () => {
  test('a search leaves out an offer that costs more than five times, or less than a fifth of, what other suppliers charge', async () => {
    prices = { 'test-1': [10_000], 'test-2': [11_000], 'test-3': [9_000, 56_000, 1_900] };
    expect(await shownPrices()).toEqual(['90.00', '100.00', '110.00']);
  });

  test('a search compares costs in the requested currency, whatever the currencies of the suppliers', async () => {
    // The sandbox has fixed rates. The amounts are about 100 euros in yen, dinars and euros.
    currencies = { 'test-1': 'JPY', 'test-2': 'KWD', 'test-3': 'EUR' };
    prices = { 'test-1': [16_000], 'test-2': [34_000], 'test-3': [10_000] };
    expect(await shownPrices()).toHaveLength(3);
    prices['test-3'] = [1_000_000, 100];
    expect(await shownPrices()).toHaveLength(2);
  });

  test('a search keeps the offers of two suppliers that disagree', async () => {
    prices = { 'test-1': [10_000], 'test-2': [100_000] };
    expect(await shownPrices()).toEqual(['100.00', '1000.00']);
  });

  test('a search compares the only supplier of a hotel with its own recent prices', async () => {
    prices = { 'test-1': [10_000] };
    await searchFiveDates();
    prices = { 'test-1': [50_000] };
    expect(await shownPrices()).toEqual(['500.00']);
    prices = { 'test-1': [50_100] };
    expect(
      await shownPrices({ checkIn: addDays(STAY.checkIn, 9), checkOut: addDays(STAY.checkOut, 9) }),
    ).toEqual([]);
    // Another length of stay has separate prices.
    expect(await shownPrices({ checkOut: addDays(STAY.checkOut, 1) })).toEqual(['501.00']);
  });

  test('a search compares prices per room, so an offer for several rooms is not implausible', async () => {
    prices = { 'test-1': [10_000] };
    await searchFiveDates();
    const occupancies = Array.from({ length: 6 }, () => ({ adults: 2 }));
    expect(await shownPrices({ occupancies })).toEqual(['600.00']);
  });

  test('a search compares prices before pricing rules hide offers, and does not show the hidden offers', async () => {
    prices = { 'test-1': [10_000], 'test-2': [11_000], 'test-3': [34_000, 56_000] };
    hidden = ['test-1', 'test-2'];
    expect(await shownPrices()).toEqual(['340.00']);
    expect(reports).toHaveLength(1);
    hidden = ['test-1', 'test-2', 'test-3'];
    const { data } = await search();
    expect(data.unavailable).toEqual([{ hotelId: HOTEL_ID, reason: 'FILTERED_OUT' }]);
    expect(reports).toHaveLength(2);
  });

  test('an implausible price is never used for later comparisons', async () => {
    prices = { 'test-1': [10_000] };
    await searchFiveDates();
    prices = { 'test-1': [1_000_000] };
    await searchFiveDates();
    await searchFiveDates();
    expect(await shownPrices()).toEqual([]);
  });

  test('a search returns PROVIDER_ERROR for a hotel whose only offers were left out', async () => {
    prices = { 'test-1': [10_000] };
    await searchFiveDates();
    prices = { 'test-1': [1_000_000] };
    const { data } = await search();
    expect(data.hotels).toEqual([]);
    expect(data.unavailable).toEqual([{ hotelId: HOTEL_ID, reason: 'PROVIDER_ERROR' }]);
  });

  test('a search reports a hotel whose price level is far from that of several suppliers, because its mapping may be wrong', async () => {
    prices = { 'test-1': [10_000], 'test-2': [11_000], 'test-3': [34_000] };
    expect(await shownPrices()).toHaveLength(3);
    const stay = `${STAY.checkIn} ${STAY.checkOut}`;
    expect(reports).toEqual([[{ environment: 'sandbox', provider: 'test-3', hotelId: HOTEL_ID }, stay]]);
  });
});

describe('a quote', () => {
  const offerIdOf = async () => (await search()).data.hotels[0].offers[0].offerId;

  test('a quote is refused if the price has become implausible since the search', async () => {
    prices = { 'test-1': [10_000] };
    const offerId = await offerIdOf();
    quoted = 50_000;
    expect((await scripted.run('prebooking', { offerId })).data.status).toBe('PRICE_CHANGED');
    quoted = 50_001;
    expect((await scripted.fail('prebooking', { offerId })).code).toBe('OFFER_NOT_AVAILABLE');
    quoted = 1_999;
    expect((await scripted.fail('prebooking', { offerId })).code).toBe('OFFER_NOT_AVAILABLE');
  });

  test('a quote is refused if other suppliers now charge far more', async () => {
    prices = { 'test-1': [10_000] };
    const offerId = await offerIdOf();
    prices = { 'test-1': [10_000], 'test-2': [100_000], 'test-3': [110_000] };
    await search();
    expect((await scripted.fail('prebooking', { offerId })).code).toBe('OFFER_NOT_AVAILABLE');
  });
});

test('a booking is sent even if the prices of other suppliers have changed since its quote', async () => {
  prices = { 'test-1': [10_000] };
  const { data } = await search();
  const offerId = data.hotels[0].offers[0].offerId;
  const { data: quote } = await scripted.run('prebooking', { offerId });
  prices = { 'test-1': [10_000], 'test-2': [100_000], 'test-3': [110_000] };
  await search();
  await scripted.run('booking', bookingRequest(quote, 'as-quoted'));
  expect(scripted.called).toContain('book');
});
