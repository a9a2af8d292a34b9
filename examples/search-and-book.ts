/**
 * Finds the cheapest room with free cancellation in a city, books it and prints the outcome.
 *
 *   node search-and-book.ts Barcelona ORDER-1001
 *   node search-and-book.ts Barcelona ORDER-1001 --cancel
 *
 * The order number is the client reference of the booking. The program can be run again after a crash at any point: it never
 * books twice.
 */
import {
  type AvailabilityResponse,
  type Booking,
  ConflictError,
  ConnectionError,
  GoneError,
  NotFoundError,
  type Quote,
  Serai,
  TimeoutError,
} from '@serai/sdk';

type Offer = AvailabilityResponse['hotels'][number]['offers'][number];

const [placeName = 'Barcelona', clientReference = `ORDER-${Date.now()}`] = process.argv
  .slice(2)
  .filter(argument => !argument.startsWith('--'));
const serai = new Serai({ logger: { warn: line => console.error(line) } });

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the booking of this order if an earlier run created it. */
async function findBooking(): Promise<Booking | undefined> {
  try {
    return (await serai.bookings.get({ clientReference })).booking;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/**
 * Yields the cheapest refundable offer of each hotel for two adults and two nights in two months, cheapest hotel first.
 */
async function* findOffers(): AsyncGenerator<Offer> {
  const { places } = await serai.places.search({ query: placeName, types: ['CITY'] });
  const [place] = places;
  if (place === undefined) throw new Error(`No city named ${placeName} was found.`);
  const search = serai.hotels.availability.each({
    destination: { canonicalCityId: place.placeId },
    checkIn: inDays(60),
    checkOut: inDays(62),
    occupancies: [{ adults: 2 }],
    filters: { refundableOnly: true },
    sort: 'PRICE',
    maxOffersPerHotel: 1,
  });
  for await (const { hotels, complete } of search.pages()) {
    if (!complete) console.error('A provider did not respond. There may be further offers.');
    for (const { name, offers } of hotels) {
      for (const offer of offers) {
        console.log(`Offer: ${name}, ${offer.price.net.amount} ${offer.price.net.currency}`);
        yield offer;
      }
    }
  }
}

/** Returns the first quote that equals its offer. Only the traveller may accept changes. */
async function quoteAsOffered(): Promise<Quote> {
  for await (const { offerId } of findOffers()) {
    try {
      const quote = await serai.hotels.quote({ offerId });
      if (quote.status === 'AVAILABLE') return quote;
      console.log(`  changed: ${quote.changes.map(({ field }) => field).join(', ')}`);
    } catch (error) {
      if (!(error instanceof ConflictError || error instanceof GoneError)) throw error;
      console.log(`  not available: ${error.code}`);
    }
  }
  throw new Error('No bookable offer was found.');
}

async function book(): Promise<Booking> {
  const quote = await quoteAsOffered();
  const guests = ['Ada', 'Luis'].map(firstName => ({
    type: 'ADULT' as const,
    firstName,
    lastName: 'Moreno',
  }));
  try {
    const { booking } = await serai.bookings.create({
      quoteId: quote.quoteId,
      clientReference,
      holder: { firstName: 'Ada', lastName: 'Moreno', email: 'ada@example.com', phone: '+34 600 000 000' },
      rooms: quote.offer.rooms.map(({ roomRef }) => ({ roomRef, guests })),
      expectedPrice: quote.offer.price.net,
    });
    return booking;
  } catch (error) {
    const unknown = error instanceof ConnectionError || error instanceof TimeoutError;
    if (!unknown || error.outcome === 'not-sent') throw error;
    // The request may have arrived. If so, the booking exists under our reference.
    const booking = await findBooking();
    if (booking === undefined) throw error;
    return booking;
  }
}

const started = (await findBooking()) ?? (await book());
const { booking } = await serai.bookings.waitUntilSettled({ bookingId: started.bookingId });
console.log(`Booking: ${booking.bookingId} ${booking.status} ${booking.hotel.name}`);

if (process.argv.includes('--cancel') && booking.status === 'CONFIRMED') {
  const { bookingId } = booking;
  const { penalty } = await serai.bookings.quoteCancellation({ bookingId });
  console.log(`Cancelling costs ${penalty.amount} ${penalty.currency}.`);
  await serai.bookings.cancel({ bookingId }, { maxPenalty: penalty });
  const settled = await serai.bookings.waitUntilSettled({ bookingId });
  console.log(`Booking: ${bookingId} ${settled.booking.status}`);
}
