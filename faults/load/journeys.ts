import { addDays } from '../../server/src/platform/time/civil-date.ts';
import { bookingRequest, type Loose } from '../../server/test/booking-request.ts';
import {
  CITY,
  CITY_HOTELS,
  DAYS,
  FIRST_NIGHT,
  LIVE_OWN_HOTEL,
  LONGEST_STAY,
  NARROW_OWN_HOTEL,
  SCENARIO_HOTELS,
  WIDE_OWN_HOTEL,
} from './catalogue.ts';
import type { LoadClient } from './load-client.ts';

const SEARCH = '/connect/hotels/v1/availability';
const QUOTE = '/connect/hotels/v1/prebooking';
const CONTENT = '/content/hotels/v1/';
const BOOK_TRIES = 6;
const RETRY_PAUSE_MS = 500;
const WORDS = ['barcelona', 'barce', 'bracelona', 'grac', 'el prat', 'bcn', 'catalonia', 'coast'];

/**
 * Performs one random action. The distribution resembles real traffic, but has far more bookings. `reference` becomes
 * the client reference.
 */
export async function doSomething(client: LoadClient, reference: string): Promise<void> {
  const { random } = client.parts;
  const dice = random.next();
  if (dice < 0.3) await search(client, { destination: CITY });
  else if (dice < 0.4) await readContent(client);
  else if (dice < 0.5) await client.read(`${CONTENT}places/search`, { query: random.pick(WORDS), limit: 5 });
  else if (dice < 0.55) await client.ask('bookinglist', { page: { limit: 20 } });
  else await bookAndMore(client, reference);
}

export function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

async function readContent(client: LoadClient): Promise<void> {
  const { random, account } = client.parts;
  const hotelIds = [account.environment === 'sandbox' ? random.pick(CITY_HOTELS) : LIVE_OWN_HOTEL];
  switch (random.pick(['hotels', 'rooms', 'boards', 'destinations'])) {
    case 'hotels':
      await client.read(`${CONTENT}hotels`, { hotelIds, include: ['description'] });
      return;
    case 'rooms':
      await client.read(`${CONTENT}rooms`, { hotelIds });
      return;
    case 'boards':
      await client.read(`${CONTENT}boards`, {});
      return;
    default:
      await client.read(`${CONTENT}destinations`, { types: ['CITY'], page: { limit: 10 } });
  }
}

function search(client: LoadClient, where: object): Promise<Loose | undefined> {
  const { random } = client.parts;
  const checkIn = addDays(FIRST_NIGHT, random.between(0, DAYS - 1));
  const checkOut = addDays(checkIn, random.between(1, LONGEST_STAY));
  return client.read(SEARCH, { checkIn, checkOut, occupancies: [{ adults: 2 }], ...where });
}

function chooseHotel(client: LoadClient): string {
  const { random, account } = client.parts;
  if (account.environment === 'production') return LIVE_OWN_HOTEL;
  const dice = random.next();
  if (dice < 0.3) return random.pick(SCENARIO_HOTELS);
  if (dice < 0.45) return WIDE_OWN_HOTEL;
  return dice < 0.65 ? NARROW_OWN_HOTEL : random.pick(CITY_HOTELS);
}

async function bookAndMore(client: LoadClient, clientReference: string): Promise<void> {
  const { random } = client.parts;
  const found = await search(client, { hotelIds: [chooseHotel(client)] });
  const offers: Loose[] = found?.hotels?.flatMap((hotel: Loose) => hotel.offers) ?? [];
  if (offers.length === 0) return;
  const { offerId } = random.chance(0.8) ? offers[0] : random.pick(offers);
  const quote = await client.read(QUOTE, { offerId });
  if (quote === undefined) return;
  const request = requestOf(client, quote, clientReference);
  const times = random.chance(0.2) ? 2 : 1;
  const booked = await Promise.all(
    Array.from({ length: times }, () => untilAnswered(client, 'booking', request)),
  );
  if (!booked.some(isOk)) return;
  await client.ask('bookingdetail', { clientReference });
  if (random.chance(0.3))
    await client.ask('bookinglist', { filters: { clientReferences: [clientReference] } });
  if (random.chance(0.45)) {
    if (random.chance(0.5)) await pause(random.between(0, 3_000));
    const maxPenalty = { amount: '10000.00', currency: quote.offer.price.net.currency };
    await untilAnswered(client, 'cancel', { clientReference, ...(random.chance(0.4) && { maxPenalty }) });
  }
  await client.ask('bookingdetail', { clientReference });
}

function requestOf(client: LoadClient, quote: Loose, clientReference: string): Record<string, unknown> {
  return {
    ...bookingRequest(quote, clientReference),
    termsHash: quote.termsHash,
    ...(client.parts.random.chance(0.3) && { priceTolerance: { percent: '3' } }),
  };
}

/** Retries the request with the same reference until the response is not a failure, at most BOOK_TRIES times. */
async function untilAnswered(
  client: LoadClient,
  operation: 'booking' | 'cancel',
  body: Record<string, unknown>,
): Promise<Awaited<ReturnType<LoadClient['ask']>>> {
  for (let tries = 0; tries < BOOK_TRIES; tries++) {
    const answer = await client.ask(operation, body);
    if (answer?.kind === 'ok' || answer?.kind === 'refused') return answer;
    await pause(client.parts.random.between(0, RETRY_PAUSE_MS));
  }
  return undefined;
}

function isOk(answer: Awaited<ReturnType<LoadClient['ask']>>): boolean {
  return answer?.kind === 'ok';
}
