/** Nodes with an availability cache each, and one supplier whose calls tests count. */
import type { Read } from '../src/booking/port/outcomes.ts';
import type {
  SearchAnswer,
  SearchRequest,
  SoldHotel,
  StayRequest,
  Supplier,
} from '../src/booking/port/supplier.ts';
import type { Provider } from '../src/booking/provider.ts';
import type { SearchPart } from '../src/booking/providers/answer-batches.ts';
import { ProviderCalls } from '../src/booking/providers/call-provider.ts';
import {
  AvailabilityCache,
  type AvailabilityCacheOptions,
} from '../src/booking/search/cache/availability-cache.ts';
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

export function soldAnswer(hotelIds: readonly string[], nightMinor = 10_000): SearchAnswer {
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

export interface CountedSupplier {
  supplier: Supplier;
  provider: Provider;
  /** The hotels of each call. */
  asked: string[][];
  /** Its response from now on. */
  say(answer: (request: SearchRequest) => Promise<Read<SearchAnswer>>): void;
}

export function countedSupplier(traits: Partial<NonNullable<Supplier['searching']>> = {}): CountedSupplier {
  const asked: string[][] = [];
  let answer = async ({ hotels }: SearchRequest): Promise<Read<SearchAnswer>> => ({
    kind: 'OK',
    value: soldAnswer(hotels.map(({ hotelId }) => hotelId)),
  });
  const supplier = scriptedSupplier({
    searching: {
      batchSize: 1_000,
      callsAtOnce: 1,
      byLanguage: false,
      isShared: true,
      mayKeep: () => true,
      ...traits,
    },
    search(_, request) {
      asked.push(request.hotels.map(({ hotelId }) => hotelId));
      return answer(request);
    },
  });
  return {
    supplier,
    provider: { code: 'test-1', preference: 1, supplier },
    asked,
    say(next) {
      answer = next;
    },
  };
}

export interface Question {
  provider?: Provider;
  stay?: StayRequest;
  hotels?: readonly SoldHotel[];
  timeLeftMs?: number;
  signal?: AbortSignal;
}

export interface CacheNode {
  cache: AvailabilityCache;
  parts(hotelIds: readonly string[], question?: Question): Promise<SearchPart[]>;
  /** For each hotel: the price of its first night or the outcome, and whether it came from the cache. */
  search(hotelIds: readonly string[], question?: Question): Promise<Record<string, string>>;
}

export function cacheNode(
  clock: Clock,
  { provider: usual }: CountedSupplier,
  options: Partial<AvailabilityCacheOptions> = {},
): CacheNode {
  const log = createLog('silent');
  const cache = new AvailabilityCache({ clock, log, maxBytes: 10_000_000, ...options });
  const calls = new ProviderCalls({ clock, log });

  const parts: CacheNode['parts'] = (hotelIds, question = {}) => {
    const { provider = usual, stay = STAY, timeLeftMs = 10_000 } = question;
    const { hotels = hotelIds.map(soldHotel), signal = new AbortController().signal } = question;
    const deadlineMs = clock.monotonicMs() + timeLeftMs;
    const testMode = provider.supplier.kind === 'TEST';
    return cache.search({
      provider,
      stay,
      hotels,
      deadlineMs,
      signal,
      ask: batch =>
        calls.search(
          { provider, testMode, timeLeftMs: deadlineMs - clock.monotonicMs(), signal },
          { ...stay, hotels: batch },
        ),
      askLater: (batch, stopping) =>
        calls.search({ provider, testMode, signal: stopping }, { ...stay, hotels: batch }),
    });
  };
  return {
    cache,
    parts,
    search: async (...args) => Object.fromEntries((await parts(...args)).flatMap(said)),
  };
}

function said({ hotels, outcome, isKept }: SearchPart): [string, string][] {
  return hotels.map(({ hotelId }) => [hotelId, `${saidOf(hotelId, outcome)}${isKept ? ' kept' : ''}`]);
}

function saidOf(hotelId: string, outcome: SearchPart['outcome']): string {
  if (outcome.kind === 'FAILED') return outcome.cause;
  if (outcome.kind !== 'OK') return outcome.kind;
  const sold = outcome.value.hotels.find(hotel => hotel.hotelId === hotelId);
  const unsold = outcome.value.unavailable.find(hotel => hotel.hotelId === hotelId);
  return String(sold?.offers[0]?.rooms[0]?.nightlyMinor[0] ?? unsold?.reason ?? 'none');
}
