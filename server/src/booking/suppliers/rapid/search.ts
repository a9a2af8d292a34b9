import { hash } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import { objectOf, textOf } from '../../../platform/json-values.ts';
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
import { type RapidClient, readResponse } from './client.ts';
import { buildOffer, keepCheaper, mapProperty, occupancyText, priceRooms } from './rate-mapping.ts';
import { testHeader } from './scenarios.ts';
import type { RapidSettings } from './settings.ts';
import { decodeOffer, encodeQuote, type OfferTokens } from './tokens.ts';

const MAX_SEARCH_BYTES = 32 * 1024 * 1024;
const MAX_QUOTE_BYTES = 2 * 1024 * 1024;
/** Boards are read from English names, so searches are always in English. */
const LANGUAGE = 'en-US';
const MAX_REMARK_LENGTH = 250;
const MAX_NAME_LENGTH = 60;

const REQUIREMENTS: Omit<Requirements, 'holderEmail'> = {
  guestNames: 'LEAD_PER_ROOM',
  childAges: true,
  holderPhone: true,
  maxRemarkLength: MAX_REMARK_LENGTH,
  maxNameLength: MAX_NAME_LENGTH,
};

export interface RapidContext {
  kind: 'TEST' | 'LIVE';
  client: RapidClient;
  settings: RapidSettings;
  clock: Clock;
  log: Log;
}

export async function searchHotels(
  context: RapidContext,
  call: Call,
  request: SearchRequest,
): Promise<Read<SearchResult>> {
  const owners = ownersOf(request.hotels);
  if (owners.size === 0) return { kind: 'NONE' };
  const { client, settings, kind, clock } = context;
  const nowMs = clock.nowMs();
  const reply = await client.send(call, {
    method: 'GET',
    target: { path: '/properties/availability', query: searchQuery(request, [...owners.keys()], settings) },
    maxBytes: MAX_SEARCH_BYTES,
    test: testHeader('search', call.scenario, kind),
  });
  const { response, failure } = readResponse(reply);
  if (failure !== undefined) return failure.kind === 'GONE' ? { kind: 'FAILED', cause: 'SERVER' } : failure;
  if (!Array.isArray(response?.body)) return { kind: 'FAILED', cause: 'UNREADABLE' };
  return { kind: 'OK', value: mergeHotels(context, response.body, request, { owners, nowMs }) };
}

/** Maps each of the supplier's ids to our hotel id. */
function ownersOf(hotels: readonly SoldHotel[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { hotelId, supplierIds = [] } of hotels) for (const id of supplierIds) owners.set(id, hotelId);
  return owners;
}

function searchQuery(
  { checkIn, checkOut, occupancies, market }: StayRequest,
  propertyIds: readonly string[],
  settings: RapidSettings,
): [string, string][] {
  const optional: [string, string | undefined][] = [
    ['rate_option', settings.usesNetRates ? 'net_rates' : undefined],
    ['billing_terms', settings.billingTerms],
    ['payment_terms', settings.paymentTerms],
    ['partner_point_of_sale', settings.partnerPointOfSale],
    ['platform_name', settings.platformName],
  ];
  return [
    ['checkin', checkIn],
    ['checkout', checkOut],
    ['currency', market.currency],
    ['country_code', market.nationality],
    ['language', LANGUAGE],
    ...occupancies.map((party): [string, string] => ['occupancy', occupancyText(party)]),
    ...propertyIds.map((id): [string, string] => ['property_id', id]),
    ['rate_plan_count', String(settings.ratesPerHotel)],
    ['sales_channel', settings.salesChannel],
    ['sales_environment', 'hotel_only'],
    // Serai sends no cards, so rates that need the guest's card cannot be sold.
    ['exclusion', 'refundable_damage_deposit'],
    ['exclusion', 'card_on_file'],
    ['include', 'unavailable_reason'],
    ...optional.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
  ];
}

/** Merges all properties of a hotel. The hotel is available if any of its properties has offers. */
function mergeHotels(
  { log }: RapidContext,
  properties: readonly unknown[],
  stay: StayRequest,
  { owners, nowMs }: { owners: ReadonlyMap<string, string>; nowMs: number },
): SearchResult {
  const hotels = new Map<string, Map<string, SuppliedOffer>>();
  const reasons = new Map<string, SearchResult['unavailable'][number]['reason']>();
  let unreadable = 0;
  const { checkIn, checkOut, occupancies } = stay;
  for (const each of properties) {
    const mapped = mapProperty(each, { checkIn, checkOut, occupancies, nowMs });
    const hotelId = owners.get(mapped.propertyId ?? '');
    if (hotelId === undefined) continue;
    if (mapped.kind === 'UNAVAILABLE') reasons.set(hotelId, mapped.reason);
    else if (mapped.kind === 'UNREADABLE' || mapped.offers.length === 0) {
      unreadable += 1;
      reasons.set(hotelId, 'PROVIDER_ERROR');
    } else {
      const known = hotels.get(hotelId) ?? new Map<string, SuppliedOffer>();
      hotels.set(hotelId, known);
      for (const offer of mapped.offers) keepCheaper(known, offer);
    }
  }
  if (unreadable > 0) log.warn({ hotels: unreadable }, 'Rapid returned properties without a usable rate');
  return {
    hotels: [...hotels].map(([hotelId, offers]) => ({ hotelId, offers: [...offers.values()] })),
    unavailable: [...reasons].flatMap(([hotelId, reason]) =>
      hotels.has(hotelId) ? [] : [{ hotelId, reason }],
    ),
  };
}

/** Checks the price of the offer. If its link was lost or has expired, the hotel is searched again for the same rate. */
export async function quoteOffer(
  context: RapidContext,
  call: Call,
  request: QuoteRequest,
): Promise<Read<SuppliedQuote>> {
  const known = decodeOffer(request.tokens);
  if (known !== undefined) {
    const quote = await checkPrice(context, call, request, known);
    if (quote.kind !== 'GONE') return quote;
  }
  const found = await searchHotels(context, call, { ...request, hotels: [request.hotel] });
  if (found.kind === 'NONE') return { kind: 'GONE' };
  if (found.kind !== 'OK') return found;
  const offers = found.value.hotels.flatMap(hotel => hotel.offers);
  const offer = offers.find(({ rateKey }) => rateKey === request.rateKey);
  const tokens = decodeOffer(offer?.tokens);
  return tokens === undefined ? { kind: 'GONE' } : checkPrice(context, call, request, tokens);
}

async function checkPrice(
  { client, clock, kind, settings }: RapidContext,
  call: Call,
  request: QuoteRequest,
  { propertyId, link, core }: OfferTokens,
): Promise<Read<SuppliedQuote>> {
  if (!(request.hotel.supplierIds ?? []).includes(propertyId))
    return { kind: 'FAILED', cause: 'CONTRADICTORY' };
  const sessionId = hash('sha256', request.quoteId, 'hex').slice(0, 32);
  const reply = await client.send(call, {
    method: 'GET',
    target: { link },
    maxBytes: MAX_QUOTE_BYTES,
    test: testHeader('priceCheck', call.scenario, kind),
    sessionId,
  });
  const { response, failure } = readResponse(reply);
  if (failure !== undefined) return failure;
  const checked = objectOf(response?.body);
  if (checked?.status === 'sold_out') return { kind: 'GONE' };
  const rooms = checked && priceRooms(checked.occupancy_pricing, request);
  const bookLink = objectOf(objectOf(checked?.links)?.book);
  const bookHref = textOf(bookLink?.href);
  const isKnownStatus = checked?.status === 'available' || checked?.status === 'price_changed';
  if (rooms === undefined || bookHref === undefined || !isKnownStatus)
    return { kind: 'FAILED', cause: 'UNREADABLE' };
  const offer = buildOffer(propertyId, core, rooms);
  const tokens = {
    propertyId,
    link: bookHref,
    currency: offer.currency,
    netMinor: offerNetMinor(offer),
    sessionId,
    email: settings.contactEmail ?? null,
  };
  const lifetimeMs = Date.parse(textOf(bookLink?.expires) ?? '') - clock.nowMs();
  return {
    kind: 'OK',
    value: {
      offer,
      tokens: encodeQuote(tokens),
      lifetimeMs: lifetimeMs > 0 ? lifetimeMs : null,
      inventoryHeld: false,
      requirements: { ...REQUIREMENTS, holderEmail: tokens.email === null },
      notices: [],
    },
  };
}
