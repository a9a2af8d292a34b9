import type { ExampleApp } from './example-app.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever came
type Loose = any;

export interface RecordedCall {
  name: string;
  summary: string;
  request: object;
  status: number;
  answer: object;
}

/** Keyed by operation, in the order in which the examples are displayed. */
export type RecordedCalls = Map<string, RecordedCall[]>;

const STAY = {
  checkIn: '2027-03-12',
  checkOut: '2027-03-14',
  occupancies: [{ adults: 2, childAges: [7] }, { adults: 1 }],
};
const HOLDER = {
  firstName: 'Ada',
  lastName: 'Moreno',
  email: 'ada.moreno@example.com',
  phone: '+34 600 000 000',
};
const OPEN_REFERENCE = 'TRIP-2027-00043';
const GUESTS = [
  [
    { type: 'ADULT', firstName: 'Ada', lastName: 'Moreno', title: 'Ms' },
    { type: 'ADULT', firstName: 'Luis', lastName: 'Moreno' },
    { type: 'CHILD', age: 7, firstName: 'Iris', lastName: 'Moreno' },
  ],
  [{ type: 'ADULT', firstName: 'Carmen', lastName: 'Vidal' }],
];

export async function recordOperations({ call }: ExampleApp): Promise<RecordedCalls> {
  const recorded: RecordedCalls = new Map();

  /** Throws if the status of the response is not `expected`. */
  async function record(operation: string, name: string, summary: string, request: object, expected = 200) {
    const { status, json, text } = await call(operation, request);
    if (status !== expected) throw new Error(`${operation} ${name}: ${status} ${text}`);
    recorded.set(operation, [
      ...(recorded.get(operation) ?? []),
      { name, summary, request, status, answer: json },
    ]);
    return json;
  }

  await recordContent(record);
  const city = (
    await record('places-search', 'city', 'A city by the beginning of its name', {
      query: 'barce',
      types: ['CITY', 'AIRPORT'],
      countryCodes: ['ES'],
      language: 'en',
      limit: 5,
    })
  ).places[0].placeId;
  await recordPlaces(record, city);
  await recordBooking(record, city, async offerId => (await call('prebooking', { offerId })).json);
  return recorded;
}

type Record = (
  operation: string,
  name: string,
  summary: string,
  request: object,
  expected?: number,
) => Promise<Loose>;

async function recordContent(record: Record): Promise<void> {
  await record('boards', 'boards', 'The boards, named in Spanish', { language: 'es' });
  await record('categories', 'categories', 'The categories', { language: 'en' });
  await record('facilities', 'facilities', 'The facilities', { language: 'en' });
}

async function recordPlaces(record: Record, city: string): Promise<void> {
  await record('places-search', 'typing-error', 'Found in spite of a typing error', {
    query: 'bracelona',
    limit: 1,
  });
  await record('places-search-destination', 'destination', 'What a destination box shows', {
    query: 'barce',
    types: ['CITY'],
    language: 'en',
    limit: 1,
  });
  await record('destinations', 'cities', 'The cities of a country', {
    types: ['CITY'],
    countryCode: 'ES',
    language: 'en',
    page: { limit: 2 },
  });
  const { hotels } = await record(
    'hotels-by-destination',
    'around-the-centre',
    'Good hotels near the centre',
    {
      destination: { canonicalCityId: city },
      radiusMeters: 5_000,
      filters: { minStars: 3 },
      language: 'en',
      page: { limit: 2 },
    },
  );
  const { hotelId } = hotels[0];
  await record('hotels', 'one-hotel', 'One hotel with everything', {
    hotelIds: [hotelId],
    include: ['description', 'images', 'facilities', 'policies'],
    language: 'en',
  });
  await record('hotels', 'changes', 'What changed since the last synchronisation', {
    updatedSince: '2026-06-01T00:00:00Z',
    page: { limit: 1 },
  });
  await record('rooms', 'rooms-of-a-hotel', 'The rooms of a hotel', {
    hotelIds: [hotelId],
    language: 'en',
    page: { limit: 2 },
  });
}

async function recordBooking(
  record: Record,
  city: string,
  quoteAgain: (offerId: string) => Promise<Loose>,
): Promise<void> {
  const search = await record('availability', 'city', 'Two rooms in a city, free to cancel', {
    ...STAY,
    destination: { canonicalCityId: city },
    guestNationality: 'ES',
    currency: 'EUR',
    language: 'en',
    filters: { refundableOnly: true, minStars: 3 },
    sort: 'PRICE',
    maxOffersPerHotel: 1,
    page: { limit: 1 },
  });
  const { hotelId, offers } = search.hotels[0];
  await record('availability', 'one-hotel', 'One hotel, night by night', {
    checkIn: STAY.checkIn,
    checkOut: STAY.checkOut,
    occupancies: [{ adults: 2 }],
    hotelIds: [hotelId],
    include: ['nightly'],
    maxOffersPerHotel: 1,
  });
  const quote = await record('prebooking', 'quote', 'The offer again, with price and terms frozen', {
    offerId: offers[0].offerId,
  });
  await record('prebooking', 'price-changed', 'The price rose meanwhile', {
    offerId: offers[0].offerId,
    settings: { scenario: 'prebook.price_up' },
  });
  const clientReference = 'TRIP-2027-00042';
  const made = await record('booking', 'confirmed', 'Confirmed immediately', {
    ...bookingOf(quote, clientReference),
    priceTolerance: { amount: { amount: '5.00', currency: 'EUR' }, percent: '1.5' },
    remarks: 'Arrival after 22:00',
    metadata: { costCentre: '4711' },
    settings: { timeout: 60_000 },
  });
  const { bookingId } = made.booking;
  await record(
    'booking',
    'outcome-open',
    'The provider did not answer in time; the outcome is found out',
    {
      ...bookingOf(await quoteAgain(offers[0].offerId), OPEN_REFERENCE),
      settings: { scenario: 'book.timeout_then_confirmed' },
    },
    202,
  );
  await record('bookingdetail', 'with-history', 'A booking by its client reference, with its history', {
    clientReference,
    include: ['history'],
  });
  await record('bookingdetail', 'refreshed', 'Compared with what the provider holds now', {
    bookingId,
    refresh: true,
  });
  await record('voucher', 'spanish', 'The voucher for the guests, in Spanish', { bookingId, language: 'es' });
  await record('bookinglist', 'arrivals', 'Who arrives in March', {
    filters: { dateType: 'CHECK_IN', from: '2027-03-01', to: '2027-03-31', statuses: ['CONFIRMED'] },
    sort: { by: 'CHECK_IN', direction: 'ASC' },
    page: { limit: 50 },
  });
  await record('balance', 'balance', 'What the partner owes and what open bookings hold', {});
  const cost = await record('cancel', 'quote', 'What a cancellation would cost', {
    bookingId,
    mode: 'QUOTE',
  });
  await record('cancel', 'cancelled', 'Cancelled, for no more than was said', {
    bookingId,
    maxPenalty: cost.penalty,
    reason: 'The traveller fell ill',
  });
  await record(
    'cancel',
    'queued',
    'The booking itself is still open: the cancellation waits for it',
    { clientReference: OPEN_REFERENCE },
    202,
  );
}

function bookingOf(quote: Loose, clientReference: string): object {
  return {
    quoteId: quote.quoteId,
    clientReference,
    holder: HOLDER,
    rooms: quote.offer.rooms.map(({ roomRef }: { roomRef: number }, i: number) => ({
      roomRef,
      guests: GUESTS[i],
      ...(i === 0 && { specialRequests: 'A high floor, please' }),
    })),
    expectedPrice: quote.offer.price.net,
    termsHash: quote.termsHash,
  };
}
