import type { Clock } from '../../../platform/clock.ts';
import { listOf, objectOf, textOf } from '../../../platform/json-values.ts';
import type { Log } from '../../../platform/log.ts';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import { offerNetMinor, type SuppliedOffer } from '../../port/supplied-offer.ts';
import type {
  QuoteRequest,
  Requirements,
  SearchRequest,
  SearchResult,
  SoldHotel,
  StayRequest,
  SuppliedQuote,
} from '../../port/supplier.ts';
import type { LiteApiClient, Reply } from './client.ts';
import { judgeReadError, type SupplierError } from './outcomes.ts';
import { mapPrebook, mapRoomTypes } from './rate-mapping.ts';
import type { LiteApiSettings } from './settings.ts';
import { encodeTokens } from './tokens.ts';

const MAX_SEARCH_BYTES = 32 * 1024 * 1024;
const MAX_QUOTE_BYTES = 2 * 1024 * 1024;
const MAX_QUOTE_SECONDS = 29;
/**
 * A search that looks for one rate again requests this many rates, because others may have become cheaper since then.
 */
const RATES_OF_ONE_HOTEL = 60;
/**
 * Offer ids expire a few minutes after the search. LiteAPI states no exact time, and an expired id only causes another
 * search.
 */
const OFFER_LIFE_MS = 5 * 60_000;

const REQUIREMENTS: Requirements = {
  guestNames: 'LEAD_PER_ROOM',
  childAges: true,
  holderEmail: true,
  holderPhone: true,
  maxRemarkLength: 500,
};

export interface SearchContext {
  client: LiteApiClient;
  settings: LiteApiSettings;
  clock: Clock;
  log: Log;
}

export async function searchHotels(
  context: SearchContext,
  call: Call,
  request: SearchRequest,
  { ratesPerHotel }: Pick<LiteApiSettings, 'ratesPerHotel'> = context.settings,
): Promise<Read<SearchResult>> {
  const owners = ownersOf(request.hotels);
  if (owners.size === 0) return { kind: 'NONE' };
  const found = await findRates(context, call, request, [...owners.keys()], ratesPerHotel);
  if (found.kind !== 'OK') return found;
  return { kind: 'OK', value: mergeHotels(context, found.value, request, owners) };
}

/** Maps each of the supplier's ids to our hotel id. */
function ownersOf(hotels: readonly SoldHotel[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { hotelId, supplierIds = [] } of hotels) for (const id of supplierIds) owners.set(id, hotelId);
  return owners;
}

/** Returns the entries of `data[]`. A hotel can occur several times. */
async function findRates(
  { client, settings }: SearchContext,
  call: Call,
  request: StayRequest,
  hotelIds: readonly string[],
  ratesPerHotel: number,
): Promise<Read<readonly unknown[]>> {
  const { checkIn, checkOut, occupancies, market } = request;
  const reply = await client.send(call, {
    host: 'api',
    method: 'POST',
    path: '/hotels/rates',
    body: {
      hotelIds,
      occupancies: occupancies.map(({ adults, childAges }) => ({ adults, children: childAges })),
      currency: market.currency,
      guestNationality: market.nationality,
      checkin: checkIn,
      checkout: checkOut,
      timeout: client.timeoutSeconds(call, settings.searchSeconds),
      maxRatesPerHotel: ratesPerHotel,
      // Maximum number of hotels in the response. LiteAPI's default is lower than the number of ids that may be sent.
      limit: hotelIds.length,
      // Prices without the account's own markup.
      margin: 0,
      roomMapping: true,
    },
    maxBytes: MAX_SEARCH_BYTES,
  });
  const { body, failure } = readBody(reply, areHotelsUnknown);
  if (failure !== undefined) return failure.kind === 'GONE' ? { kind: 'NONE' } : failure;
  return Array.isArray(body?.data)
    ? { kind: 'OK', value: body.data }
    : { kind: 'FAILED', cause: 'UNREADABLE' };
}

/** LiteAPI refuses a search in which it knows none of the hotels. */
function areHotelsUnknown({ code, texts }: SupplierError): boolean {
  return code === 4000 && texts.includes('hotel ids not found');
}

type Failure = Exclude<Read<never>, { kind: 'OK' }>;

export function readBody(
  reply: Reply,
  isNone: (error: SupplierError) => boolean = () => false,
): { body?: Readonly<Record<string, unknown>>; failure?: Failure } {
  switch (reply.kind) {
    case 'THROTTLED':
      return { failure: { kind: 'THROTTLED', retryAtMs: reply.retryAtMs } };
    case 'WRONG_ENVIRONMENT':
      return { failure: { kind: 'FAILED', cause: 'ENVIRONMENT' } };
    case 'NOT_SENT':
      return { failure: { kind: 'FAILED', cause: reply.isLate ? 'TIMEOUT' : 'CONNECTION' } };
    case 'LOST':
      return { failure: { kind: 'FAILED', cause: reply.cause } };
    case 'RESPONSE': {
      const { status, body, error } = reply;
      if (status === 200 && error === undefined && body !== undefined) return { body };
      if (error !== undefined && isNone(error)) return { failure: { kind: 'NONE' } };
      const verdict = judgeReadError(status, error);
      if (verdict === 'NONE' || verdict === 'GONE') return { failure: { kind: verdict } };
      return { failure: { kind: 'FAILED', cause: verdict === 'THROTTLED' ? 'SERVER' : verdict } };
    }
  }
}

/** Merges all entries of a hotel. If two offers are for the same product, the cheaper one is kept. */
function mergeHotels(
  { clock, log }: SearchContext,
  entries: readonly unknown[],
  { occupancies }: StayRequest,
  owners: ReadonlyMap<string, string>,
): SearchResult {
  const tokensEndAtMs = clock.nowMs() + OFFER_LIFE_MS;
  const hotels = new Map<string, Map<string, SuppliedOffer>>();
  const unreadable = new Set<string>();
  for (const each of entries) {
    const entry = objectOf(each);
    const supplierHotelId = textOf(entry?.hotelId);
    const hotelId = supplierHotelId && owners.get(supplierHotelId);
    if (entry === undefined || supplierHotelId === undefined || hotelId === undefined) continue;
    const roomTypes = listOf(entry.roomTypes);
    const offers = mapRoomTypes(roomTypes, { supplierHotelId, occupancies, tokensEndAtMs });
    if (offers.length === 0) {
      unreadable.add(hotelId);
      continue;
    }
    const known = hotels.get(hotelId) ?? new Map<string, SuppliedOffer>();
    hotels.set(hotelId, known);
    for (const offer of offers) keepCheaper(known, offer);
  }
  const dropped = [...unreadable].filter(hotelId => !hotels.has(hotelId));
  if (dropped.length > 0)
    log.warn({ hotels: dropped.length }, 'LiteAPI returned hotels without a usable rate');
  return {
    hotels: [...hotels].map(([hotelId, offers]) => ({ hotelId, offers: [...offers.values()] })),
    unavailable: dropped.map(hotelId => ({ hotelId, reason: 'PROVIDER_ERROR' })),
  };
}

function keepCheaper(offers: Map<string, SuppliedOffer>, offer: SuppliedOffer): void {
  const known = offers.get(offer.rateKey);
  if (known === undefined || offerNetMinor(offer) < offerNetMinor(known)) offers.set(offer.rateKey, offer);
}

/** Prebooks the offer. If its id was lost or has expired, the hotel is searched again for the same rate. */
export async function quoteOffer(
  context: SearchContext,
  call: Call,
  request: QuoteRequest,
): Promise<Read<SuppliedQuote>> {
  if (request.tokens !== undefined) {
    const quote = await prebook(context, call, request, request.tokens);
    if (quote.kind !== 'NONE' && quote.kind !== 'GONE') return quote;
  }
  const ratesPerHotel = Math.max(context.settings.ratesPerHotel, RATES_OF_ONE_HOTEL);
  const found = await searchHotels(context, call, { ...request, hotels: [request.hotel] }, { ratesPerHotel });
  if (found.kind === 'NONE') return { kind: 'GONE' };
  if (found.kind !== 'OK') return found;
  const offers = found.value.hotels.flatMap(hotel => hotel.offers);
  const offer = offers.find(({ rateKey }) => rateKey === request.rateKey);
  if (offer?.tokens === undefined) return { kind: 'GONE' };
  const quote = await prebook(context, call, request, offer.tokens);
  return quote.kind === 'NONE' ? { kind: 'GONE' } : quote;
}

async function prebook(
  { client, settings, log }: SearchContext,
  call: Call,
  request: QuoteRequest,
  offerId: string,
): Promise<Read<SuppliedQuote>> {
  const reply = await client.send(call, {
    host: 'book',
    method: 'POST',
    path: '/rates/prebook',
    query: { timeout: client.timeoutSeconds(call, MAX_QUOTE_SECONDS) },
    body: { offerId, usePaymentSdk: false },
    maxBytes: MAX_QUOTE_BYTES,
  });
  const { body, failure } = readBody(reply, isOfferRefused);
  if (failure !== undefined) return failure;
  const data = objectOf(body?.data);
  const prebooked = data && mapPrebook(data, request.occupancies);
  if (prebooked === undefined) return { kind: 'FAILED', cause: 'UNREADABLE' };
  const { offer, prebookId, supplierHotelId, paymentTypes } = prebooked;
  const isOtherStay =
    (prebooked.checkIn ?? request.checkIn) !== request.checkIn ||
    (prebooked.checkOut ?? request.checkOut) !== request.checkOut;
  if (!(request.hotel.supplierIds ?? []).includes(supplierHotelId))
    return { kind: 'FAILED', cause: 'CONTRADICTORY', isOtherHotel: true };
  if (isOtherStay) return { kind: 'FAILED', cause: 'CONTRADICTORY' };
  if (paymentTypes.length > 0 && !paymentTypes.includes(settings.paymentMethod)) {
    log.warn(
      { paymentMethod: settings.paymentMethod },
      'LiteAPI does not accept the configured payment method for an offer',
    );
    return { kind: 'GONE' };
  }
  const tokens = { prebookId, supplierHotelId, currency: offer.currency, netMinor: offerNetMinor(offer) };
  return {
    kind: 'OK',
    value: {
      offer,
      tokens: encodeTokens(tokens),
      lifetimeMs: null,
      inventoryHeld: false,
      requirements: REQUIREMENTS,
      notices: prebooked.notices,
    },
  };
}

function isOfferRefused({ code, texts }: SupplierError): boolean {
  return code === 4002 && texts.includes('invalid offerId');
}
