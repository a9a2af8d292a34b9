/** Nodes with one availability cache each, and a supplier that records its calls. */
import type { Read } from '../src/booking/port/outcomes.ts';
import type { SuppliedOffer } from '../src/booking/port/supplied-offer.ts';
import type {
  SearchRequest,
  SearchResult,
  SoldHotel,
  StayRequest,
  Supplier,
} from '../src/booking/port/supplier.ts';
import type { Provider } from '../src/booking/provider.ts';
import { ProviderCalls } from '../src/booking/providers/call-provider.ts';
import {
  AvailabilityCache,
  type AvailabilityCacheOptions,
} from '../src/booking/search/cache/availability-cache.ts';
import type { SearchPart } from '../src/booking/search/search-in-batches.ts';
import type { Clock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { addDays } from '../src/platform/time/civil-date.ts';
import { scriptedSupplier } from './scripted-supplier.ts';

export const TODAY = '2026-01-01';
export const STAY: StayRequest = {
  checkIn: addDays(TODAY, 40),
  checkOut: addDays(TODAY, 42),
  occupancies: [{ adults: 2, childAges: [] }],
  market: { nationality: 'ES', currency: 'EUR', language: 'en' },
};

export function soldHotel(hotelId: string): SoldHotel {
  const rooms = [{ roomCode: 'DBL', maxTotal: 2, maxAdults: 2, maxChildren: 0 }];
  return { hotelId, countryCode: 'ES', timeZone: 'Europe/Madrid', stars: 3, rooms };
}

export function soldResult(hotelIds: readonly string[], nightMinor = 10_000): SearchResult {
  const offer = {
    rateKey: 'r',
    board: 'BB',
    payment: 'MERCHANT',
    currency: 'EUR',
    rooms: [{ roomCode: 'DBL', allotment: 2, nightlyMinor: [nightMinor, nightMinor], stayCharges: [] }],
    sellingMinor: null,
    charges: [],
    policy: { kind: 'UNKNOWN' },
    promotions: [],
  } as const;
  return { hotels: hotelIds.map(hotelId => ({ hotelId, offers: [offer] })), unavailable: [] };
}

/** Reads every field of every offer. Offers from Redis are otherwise decoded only where they are read. */
export function decoded({ hotels, unavailable }: SearchResult): SearchResult {
  const plain = (offer: SuppliedOffer): SuppliedOffer => {
    const { rateKey, endsAtMs, ratePlan, board, payment, currency, sellingMinor } = offer;
    const { rooms, charges, policy, promotions } = offer;
    const head = { rateKey, endsAtMs, ratePlan, board, payment, currency, sellingMinor };
    return { ...head, rooms, charges, policy, promotions };
  };
  return {
    hotels: hotels.map(({ hotelId, offers }) => ({ hotelId, offers: offers.map(plain) })),
    unavailable,
  };
}

export interface CountedSupplier {
  supplier: Supplier;
  provider: Provider;
  /** The hotels in each call. */
  calls: string[][];
  /** Sets the response to all further calls. */
  respondWith(response: (request: SearchRequest) => Promise<Read<SearchResult>>): void;
}

export function countedSupplier(traits: Partial<NonNullable<Supplier['searching']>> = {}): CountedSupplier {
  const calls: string[][] = [];
  let respond = async ({ hotels }: SearchRequest): Promise<Read<SearchResult>> => ({
    kind: 'OK',
    value: soldResult(hotels.map(({ hotelId }) => hotelId)),
  });
  const supplier = scriptedSupplier({
    searching: {
      batchSize: 1_000,
      maxConcurrentCalls: 1,
      byLanguage: false,
      isShared: true,
      mayCache: () => true,
      ...traits,
    },
    search(_, request) {
      calls.push(request.hotels.map(({ hotelId }) => hotelId));
      return respond(request);
    },
  });
  return {
    supplier,
    provider: { code: 'test-1', preference: 1, supplier },
    calls,
    respondWith(response) {
      respond = response;
    },
  };
}

export interface SearchOptions {
  provider?: Provider;
  stay?: StayRequest;
  hotels?: readonly SoldHotel[];
  timeLeftMs?: number;
  signal?: AbortSignal;
}

export interface CacheNode {
  cache: AvailabilityCache;
  parts(hotelIds: readonly string[], options?: SearchOptions): Promise<SearchPart[]>;
  /** Describes the result for each hotel: the price of the first night or the reason, and whether it was cached. */
  search(hotelIds: readonly string[], options?: SearchOptions): Promise<Record<string, string>>;
}

export function cacheNode(
  clock: Clock,
  { provider: usual }: CountedSupplier,
  cacheOptions: Partial<AvailabilityCacheOptions> = {},
): CacheNode {
  const log = createLog('silent');
  const cache = new AvailabilityCache({ clock, log, maxBytes: 10_000_000, ...cacheOptions });
  const calls = new ProviderCalls({ clock, log });

  const parts: CacheNode['parts'] = (hotelIds, options = {}) => {
    const { provider = usual, stay = STAY, timeLeftMs = 10_000 } = options;
    const { hotels = hotelIds.map(soldHotel), signal = new AbortController().signal } = options;
    const deadlineMs = clock.monotonicMs() + timeLeftMs;
    const testMode = provider.supplier.kind === 'TEST';
    return cache.search({
      provider,
      stay,
      hotels,
      deadlineMs,
      signal,
      call: batch =>
        calls.search(
          { provider, testMode, timeLeftMs: deadlineMs - clock.monotonicMs(), signal },
          { ...stay, hotels: batch },
        ),
      callInBackground: (batch, stopping) =>
        calls.search({ provider, testMode, signal: stopping }, { ...stay, hotels: batch }),
    });
  };
  return {
    cache,
    parts,
    search: async (...args) => Object.fromEntries((await parts(...args)).flatMap(describePart)),
  };
}

function describePart({ hotels, outcome, isCached }: SearchPart): [string, string][] {
  return hotels.map(({ hotelId }) => [
    hotelId,
    `${describeOutcome(hotelId, outcome)}${isCached ? ' cached' : ''}`,
  ]);
}

function describeOutcome(hotelId: string, outcome: SearchPart['outcome']): string {
  if (outcome.kind === 'FAILED') return outcome.cause;
  if (outcome.kind !== 'OK') return outcome.kind;
  const sold = outcome.value.hotels.find(hotel => hotel.hotelId === hotelId);
  const unsold = outcome.value.unavailable.find(hotel => hotel.hotelId === hotelId);
  return String(sold?.offers[0]?.rooms[0]?.nightlyMinor?.[0] ?? unsold?.reason ?? 'none');
}
