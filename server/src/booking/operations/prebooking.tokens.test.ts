/** Tests searches and quotes for a provider that uses its own hotel ids and returns tokens that are too long for an offer id. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp, STAY } from '../../../test/booking-app.ts';
import { type ScriptedBooking, scriptedBooking } from '../../../test/scripted-booking.ts';
import type { HotelMapping } from '../hotel-mapping.ts';
import { NO_ALARMS, type UnmappedSearch } from '../mapping-alarms.ts';
import type { SuppliedOffer } from '../port/supplied-offer.ts';
import type { QuoteRequest, SearchRequest, Supplier } from '../port/supplier.ts';

const HOTEL_ID = 'htl_7Q2M9XK4V8TB';
const LONG_TOKEN = 'x'.repeat(1_100);

let booking: BookingApp;
let scripted: ScriptedBooking;
let searches: SearchRequest[] = [];
let quotes: QuoteRequest[] = [];
let ids = new Map<string, readonly string[]>();
beforeAll(async () => {
  booking = await bookingApp();
});
afterEach(() => {
  searches = [];
  quotes = [];
  return scripted?.stop();
});
afterAll(() => booking?.close());

const offerOf = ({ checkIn, checkOut }: SearchRequest | QuoteRequest): SuppliedOffer => ({
  rateKey: 'stable',
  board: 'BB',
  payment: 'MERCHANT',
  currency: 'EUR',
  rooms: [
    {
      roomCode: null,
      name: { code: 'ROOM', text: 'Deluxe King Room', language: 'en' },
      allotment: null,
      nightlyMinor: null,
      totalMinor: 44_400 + checkOut.length - checkIn.length,
      stayCharges: [],
    },
  ],
  sellingMinor: null,
  charges: [],
  policy: { kind: 'KNOWN', penalties: [], noShowMinor: null },
  promotions: [],
});

const script: Partial<Supplier> = {
  needsMapping: true,
  search: async (_, request) => {
    searches.push(request);
    const hotels = request.hotels.map(({ hotelId }) => ({
      hotelId,
      offers: [{ ...offerOf(request), tokens: LONG_TOKEN, tokensEndAtMs: scripted.clock.nowMs() + 600_000 }],
    }));
    return { kind: 'OK', value: { hotels, unavailable: [] } };
  },
  quote: async (_, request) => {
    quotes.push(request);
    return {
      kind: 'OK',
      value: {
        offer: offerOf(request),
        tokens: 'quoted',
        lifetimeMs: null,
        inventoryHeld: false,
        requirements: {
          guestNames: 'LEAD_PER_ROOM',
          childAges: false,
          holderEmail: true,
          holderPhone: false,
          maxRemarkLength: 0,
          maxNameLength: 50,
        },
        notices: [],
      },
    };
  },
};

const mapping: HotelMapping = {
  findSupplierIds: async (_environment, _code, hotelIds) =>
    new Map(hotelIds.flatMap(id => (ids.has(id) ? [[id, ids.get(id) as readonly string[]] as const] : []))),
};

const search = () =>
  scripted.run('availability', {
    hotelIds: [HOTEL_ID],
    ...STAY,
    occupancies: [{ adults: 2 }],
    include: ['nightly'],
  });

test('a quote receives the tokens of the search until they expire, and the offer stays valid without them', async () => {
  ids = new Map([[HOTEL_ID, ['lp1', 'lp2']]]);
  scripted = await scriptedBooking(booking, script, { mapping });
  const { data } = await search();
  expect(searches[0]?.hotels.map(({ supplierIds }) => supplierIds)).toEqual([['lp1', 'lp2']]);
  const [offer] = data.hotels[0].offers;
  expect(offer.rooms[0]).toMatchObject({ roomCode: null, name: 'Deluxe King Room' });
  expect(offer.rooms[0].price).not.toHaveProperty('nightly');
  expect(offer.offerId.length).toBeLessThanOrEqual(512);

  const { data: quoted } = await scripted.run('prebooking', { offerId: offer.offerId });
  expect(quoted.status).toBe('AVAILABLE');
  expect(quoted.requirements.maxNameLength).toBe(50);
  expect(quotes[0]?.tokens).toBe(LONG_TOKEN);
  expect(quotes[0]?.hotel.supplierIds).toEqual(['lp1', 'lp2']);

  scripted.clock.leap(600_000);
  await scripted.run('prebooking', { offerId: offer.offerId });
  expect(quotes[1]).toMatchObject({ rateKey: 'stable', tokens: undefined });
});

test('booking refuses names that are longer than the provider accepts, before anything is sent', async () => {
  ids = new Map([[HOTEL_ID, ['lp1']]]);
  scripted = await scriptedBooking(booking, script, { mapping });
  const { data } = await search();
  const { data: quoted } = await scripted.run('prebooking', { offerId: data.hotels[0].offers[0].offerId });
  const error = await scripted.fail('booking', {
    quoteId: quoted.quoteId,
    clientReference: 'long-names',
    expectedPrice: quoted.offer.price.net,
    holder: { firstName: 'A'.repeat(51), lastName: 'Moreno', email: 'ada@example.com' },
    rooms: [
      {
        roomRef: 1,
        guests: [
          { type: 'ADULT', firstName: 'Ada', lastName: 'M'.repeat(51) },
          { type: 'ADULT', firstName: 'A'.repeat(50), lastName: 'Moreno' },
        ],
      },
    ],
  });
  expect(error.extras.details?.map(({ path, code }) => [path, code])).toEqual([
    ['/holder/firstName', 'TOO_BIG'],
    ['/rooms/0/guests/0/lastName', 'TOO_BIG'],
  ]);
  expect(scripted.called).not.toContain('book');
});

test('a provider with its own hotel ids is not called for a hotel that is not mapped, and the hotel is reported as unmapped', async () => {
  ids = new Map([[HOTEL_ID, ['lp1']]]);
  const unmapped: string[] = [];
  const alarms = {
    ...NO_ALARMS,
    reportUnmapped: ({ environment, asked, sold }: UnmappedSearch) =>
      unmapped.push(`${environment} ${asked.map(({ hotelId }) => hotelId)} ${sold.length}`),
  };
  scripted = await scriptedBooking(booking, script, { mapping, alarms });
  const { data } = await search();
  expect(unmapped).toEqual([]);
  ids = new Map();
  const { data: none } = await search();
  expect(none.hotels).toEqual([]);
  expect(new Set(unmapped)).toEqual(new Set([`sandbox ${HOTEL_ID} 0`]));
  expect(searches.every(({ hotels }) => hotels.length > 0)).toBe(true);
  const error = await scripted.fail('prebooking', { offerId: data.hotels[0].offers[0].offerId });
  expect(error.code).toBe('OFFER_NOT_AVAILABLE');
  expect(quotes).toEqual([]);
});

test('a search fails with ALL_PROVIDERS_FAILED if the hotel mapping cannot be read', async () => {
  const failing: HotelMapping = { findSupplierIds: () => Promise.reject(new Error('away')) };
  scripted = await scriptedBooking(booking, script, { mapping: failing });
  const error = await scripted.fail('availability', {
    hotelIds: [HOTEL_ID],
    ...STAY,
    occupancies: [{ adults: 2 }],
  });
  expect(error.code).toBe('ALL_PROVIDERS_FAILED');
  expect(searches).toEqual([]);
});

test('a supplier is not called for a stay that it never sells', async () => {
  ids = new Map([[HOTEL_ID, ['lp1']]]);
  const searching = {
    batchSize: 100,
    maxConcurrentCalls: 1,
    byLanguage: false,
    isShared: false,
    mayCache: () => true,
    accepts: () => 'MAXIMUM_STAY' as const,
  };
  scripted = await scriptedBooking(booking, { ...script, searching }, { mapping });
  const { data } = await scripted.run('availability', {
    hotelIds: [HOTEL_ID],
    ...STAY,
    occupancies: [{ adults: 2 }],
    include: ['unavailable'],
  });
  expect(data.unavailable).toEqual([{ hotelId: HOTEL_ID, reason: 'MAXIMUM_STAY' }]);
  expect(searches).toEqual([]);
});
