/** Translates searches and rate checks between Hotelbeds' format and ours. Pure. */
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { SuppliedOffer, SuppliedText } from '../../port/supplied-offer.ts';
import type { SearchRequest, SearchResult, SoldHotel, StayRequest } from '../../port/supplier.ts';
import { languageOf, toMarket } from './codes.ts';
import { asCurrency, asList, asObject, asText, type Json } from './json.ts';
import { buildOffer, combineRates } from './offer.ts';
import { findParty, occupanciesBody, type Party, partiesOf } from './parties.ts';
import { type Rate, readRate, readRoom } from './rate.ts';
import { type RateToken, type Tokens, writeTokens } from './tokens.ts';

/** Rate keys are valid for 30 minutes. This leaves 10 minutes for the quote and the booking. */
export const TOKEN_LIFE_MS = 20 * 60_000;
const INTEGER = /^\d{1,10}$/;

/** Returns Hotelbeds' codes for a hotel. Ids that are not numeric are ignored. */
export function codesOf({ supplierIds = [] }: SoldHotel): number[] {
  return supplierIds.filter(id => INTEGER.test(id)).map(Number);
}

export function searchBody(request: StayRequest, codes: readonly number[]) {
  return {
    stay: { checkIn: request.checkIn, checkOut: request.checkOut },
    occupancies: occupanciesBody(partiesOf(request.occupancies)),
    hotels: { hotel: codes },
    sourceMarket: toMarket(request.market.nationality),
    language: languageOf(request.market.language).code,
    dailyRate: true,
  };
}

/**
 * Returns undefined if the response as a whole cannot be read. A hotel that cannot be read does not affect the others.
 */
export function readSearch(json: unknown, request: SearchRequest, nowMs: number): SearchResult | undefined {
  const found = asObject(asObject(json)?.hotels);
  const hotels = asList(found?.hotels);
  if (found === undefined || hotels === undefined) return undefined;
  const owners = new Map(request.hotels.flatMap(hotel => codesOf(hotel).map(code => [code, hotel.hotelId])));
  const parties = partiesOf(request.occupancies);
  const offers = new Map<string, SuppliedOffer[]>();
  const unreadable = new Set<string>();
  for (const each of hotels) {
    const hotel = asObject(each);
    const hotelId = owners.get(Number(hotel?.code));
    if (hotel === undefined || hotelId === undefined) continue;
    const read = readHotel(hotel, request, parties, nowMs);
    if (read === undefined) unreadable.add(hotelId);
    else if (read.length > 0) offers.set(hotelId, distinctOffers(offers.get(hotelId), read));
  }
  return {
    hotels: [...offers].map(([hotelId, list]) => ({ hotelId, offers: list })),
    unavailable: [...unreadable]
      .filter(hotelId => !offers.has(hotelId))
      .map(hotelId => ({ hotelId, reason: 'PROVIDER_ERROR' as const })),
  };
}

/** If a hotel occurs twice in a response, each offer is returned once. */
function distinctOffers(known: SuppliedOffer[] | undefined, added: SuppliedOffer[]): SuppliedOffer[] {
  if (known === undefined) return added;
  const keys = new Set(known.map(({ rateKey }) => rateKey));
  return [...known, ...added.filter(({ rateKey }) => !keys.has(rateKey))];
}

/** Returns undefined if the hotel cannot be read. Hotels that require a card have no offers. */
function readHotel(
  hotel: Json,
  request: StayRequest,
  parties: readonly Party[],
  nowMs: number,
): SuppliedOffer[] | undefined {
  if (hotel.paymentDataRequired === true) return [];
  const currency = asCurrency(hotel.currency);
  const rooms = asList(hotel.rooms);
  if (currency === undefined || rooms === undefined) return undefined;
  const hotelCode = Number(hotel.code);
  const { tag: language } = languageOf(request.market.language);
  const nights = nightsBetween(request.checkIn, request.checkOut);
  const rateContext = { currency, nights, language, nowMs };
  const ratesByParty: Rate[][] = parties.map(() => []);
  for (const each of rooms) {
    const json = asObject(each);
    const room = json && readRoom(json, language);
    const rates = asList(json?.rates);
    if (room === undefined || rates === undefined) return undefined;
    for (const one of rates) {
      const rateJson = asObject(one);
      const rate = rateJson === undefined ? 'UNREADABLE' : readRate(room, rateJson, rateContext);
      if (rate === 'UNREADABLE') return undefined;
      if (rate === 'SKIPPED' || rateJson === undefined) continue;
      const index = findParty(parties, rateJson as { rooms: unknown; adults: unknown; children: unknown });
      if (index !== undefined) ratesByParty[index]?.push(rate);
    }
  }
  const context = { hotelCode, currency, nowMs };
  return combineRates(ratesByParty, nowMs).map(combination => {
    const offer = buildOffer(combination, parties, context);
    offer.tokens = writeTokens(hotelCode, nowMs, combination);
    offer.tokensEndAtMs = nowMs + TOKEN_LIFE_MS;
    return offer;
  });
}

export function checkBody(rateKey: string, language: string) {
  return { rooms: [{ rateKey }], language: languageOf(language).code };
}

/** GONE: the rate no longer exists as it was offered. */
export type Checked =
  | { kind: 'OK'; rate: Rate; currency: string }
  | { kind: 'GONE' | 'UNREADABLE' | 'CONTRADICTORY' | 'OTHER_HOTEL' };

/**
 * Reads the check of one rate. The hotel is in `hotels` according to Hotelbeds' documentation, and in `hotel` in
 * recorded responses.
 */
export function readChecked(json: unknown, request: StayRequest, tokens: Tokens, index: number): Checked {
  const parties = partiesOf(request.occupancies);
  const token = tokens.rates[index];
  const body = asObject(json);
  const hotel = asObject(body?.hotel) ?? asObject(body?.hotels);
  const currency = asCurrency(hotel?.currency);
  if (hotel === undefined || currency === undefined || token === undefined) return { kind: 'UNREADABLE' };
  if (hotel.code !== tokens.hotelCode) return { kind: 'OTHER_HOTEL' };
  const isStay = hotel.checkIn === request.checkIn && hotel.checkOut === request.checkOut;
  if (!isStay) return { kind: 'CONTRADICTORY' };
  if (hotel.paymentDataRequired === true) return { kind: 'GONE' };
  const { tag: language } = languageOf(request.market.language);
  const rooms = asList(hotel.rooms) ?? [];
  const roomJson = asObject(rooms[0]);
  const room = roomJson && readRoom(roomJson, language);
  const rates = asList(roomJson?.rates) ?? [];
  const rateJson = asObject(rates[0]);
  if (room === undefined || rateJson === undefined || rooms.length !== 1 || rates.length !== 1)
    return { kind: 'UNREADABLE' };
  const nights = nightsBetween(request.checkIn, request.checkOut);
  const rate = readRate(room, rateJson, { currency, nights, language, nowMs: tokens.issuedMs });
  if (rate === 'UNREADABLE') return { kind: 'UNREADABLE' };
  if (rate === 'SKIPPED') return { kind: 'GONE' };
  const party = findParty(parties, rateJson as { rooms: unknown; adults: unknown; children: unknown });
  const isParty = party === index || (party === undefined && isAmbiguous(parties, index));
  if (!isParty) return { kind: 'CONTRADICTORY' };
  if (rate.roomCode !== token.roomCode || rate.boardCode !== token.boardCode) return { kind: 'GONE' };
  return { kind: 'OK', rate: { ...rate, nightlyMinor: keptNights(token, rate) }, currency };
}

/**
 * Whether another party has the same number of rooms, adults and children. Rate checks do not contain ages, so such
 * parties cannot be told apart.
 */
function isAmbiguous(parties: readonly Party[], index: number): boolean {
  const { adults, ages, positions } = parties[index] ?? { adults: 0, ages: [], positions: [] };
  const alike = parties.filter(
    party =>
      party.adults === adults &&
      party.ages.length === ages.length &&
      party.positions.length === positions.length,
  );
  return alike.length > 1;
}

/** Rate checks contain no nightly prices. Those of the search are used if they still add up to the price. */
function keptNights({ nightlyMinor }: RateToken, { netMinor }: Rate): readonly number[] | null {
  if (nightlyMinor === null) return null;
  return nightlyMinor.reduce((sum, night) => sum + night, 0) === netMinor ? nightlyMinor : null;
}

export interface CheckedOffer {
  offer: SuppliedOffer;
  tokens: string;
  notices: readonly SuppliedText[];
}

/** Builds the offer of a quote. It keeps the rate key of the request. */
export function quoteOffer(
  request: StayRequest & { rateKey: string },
  tokens: Tokens,
  rates: readonly Rate[],
  currency: string,
  nowMs: number,
): CheckedOffer {
  const { tag: language } = languageOf(request.market.language);
  const { hotelCode, issuedMs } = tokens;
  const offer = buildOffer(rates, partiesOf(request.occupancies), { hotelCode, currency, nowMs });
  const comments = [...new Set(rates.map(rate => rate.comments))].filter(text => text !== '');
  return {
    offer: { ...offer, rateKey: request.rateKey },
    tokens: writeTokens(hotelCode, issuedMs, rates),
    notices: comments.map(text => ({ code: 'RATE_COMMENTS', text, language })),
  };
}

const ENVIRONMENT = /[\w-]+/g;

/** Whether the response comes from the other environment. Most responses from the test host do not name an environment. */
export function isWrongEnvironment(json: unknown, kind: 'TEST' | 'LIVE'): boolean {
  const names: readonly string[] =
    asText(asObject(asObject(json)?.auditData)?.environment)?.match(ENVIRONMENT) ?? [];
  return kind === 'LIVE' ? names.includes('int') : names.some(name => name === 'live' || name === 'liveaws');
}
