/**
 * Entries of the availability cache, their keys, and the searches that use them. An entry covers one hotel and stay.
 * Pure.
 */
import { hash } from 'node:crypto';
import type { SearchResult, SoldHotel, StayRequest } from '../../port/supplier.ts';
import { accountKey, type Provider } from '../../provider.ts';
import type { BatchOutcome } from '../search-in-batches.ts';

/** The result for one hotel and stay. Immutable. */
export interface CacheEntry {
  /** The offers of this hotel, or why it has none. Empty if the provider does not sell the hotel. */
  result: SearchResult;
  /** Unix time at which the provider responded. */
  fetchedAtMs: number;
  /** Age from which the entry is stale. A stale entry is still used, but refreshed in the background. */
  softMs: number;
  /** Age at which the entry expires. */
  hardMs: number;
  /** Generation of the hotel when the provider was called. */
  generation: string;
  /** Estimate of the memory that the entry takes in a process, including the text of an entry from Redis. */
  bytes: number;
}

export interface EntryKeys {
  entryKey: string;
  /** Identifies the hotel's generation. A new generation invalidates all entries of the hotel. */
  generationKey: string;
}

export interface ProviderSearch {
  provider: Provider;
  stay: StayRequest;
  hotels: readonly SoldHotel[];
  /** Time on `clock.monotonicMs` until which callers wait. */
  deadlineMs: number;
  signal: AbortSignal;
  /** Makes one call within the time limit of the search. */
  call(hotels: readonly SoldHotel[]): Promise<BatchOutcome>;
  /** Makes one call that no request waits for. */
  callInBackground(hotels: readonly SoldHotel[], signal: AbortSignal): Promise<BatchOutcome>;
}

export interface WantedHotel extends EntryKeys {
  hotel: SoldHotel;
  /** The generation read before the provider is called, or undefined if Redis did not respond. */
  generation: string | undefined;
}

export function wantedHotels({ provider, stay, hotels }: ProviderSearch): WantedHotel[] {
  const prefix = stayKey(provider, stay);
  return hotels.map(hotel => ({
    hotel,
    entryKey: `${prefix}\n${hotel.hotelId}\n${digestOf(hotel)}`,
    generationKey: generationKey(provider, hotel),
    generation: undefined,
  }));
}

export function generationKey(provider: Provider, { hotelId }: SoldHotel): string {
  return `${hotelId.length} ${hotelId} ${accountKey(provider)}`;
}

/**
 * Contains everything that a result depends on. Rooms keep their requested order, because a rate key depends on it. Filters,
 * sorting and paging are not part of the key.
 */
export function stayKey(provider: Provider, { checkIn, checkOut, occupancies, market }: StayRequest): string {
  const language = provider.supplier.searching?.byLanguage ? market.language : '';
  let rooms = '';
  for (const { adults, childAges } of occupancies) rooms += `${adults}:${childAges.join(',')};`;
  return `${accountKey(provider)}\n${checkIn} ${checkOut} ${market.nationality} ${market.currency} ${language} ${rooms}`;
}

/** Catalogue hotels are cached objects, so most of them are hashed only once. */
const digests = new WeakMap<SoldHotel, string>();

/** A hotel that changes in the catalogue, or is mapped to other ids of the supplier, gets a new entry. */
function digestOf(hotel: SoldHotel): string {
  let digest = digests.get(hotel);
  if (digest === undefined) {
    const { countryCode, timeZone, stars, rooms, supplierIds } = hotel;
    const sizes = rooms.map(room => [room.roomCode, room.maxTotal, room.maxAdults, room.maxChildren]);
    digest = hash(
      'sha1',
      JSON.stringify([countryCode, timeZone, stars, sizes, supplierIds]),
      'base64url',
    ).slice(0, 12);
    digests.set(hotel, digest);
  }
  return digest;
}

type Sold = SearchResult['hotels'][number];
type Unsold = SearchResult['unavailable'][number];

/** Splits the outcome of a batch into one result per hotel. Returns undefined for a failure, which is never cached. */
export function resultsByHotel(
  outcome: BatchOutcome,
  batch: readonly WantedHotel[],
): Map<string, SearchResult> | undefined {
  if (outcome.kind !== 'OK' && outcome.kind !== 'NONE') return undefined;
  const results = new Map<string, { hotels: Sold[]; unavailable: Unsold[] }>();
  for (const { hotel } of batch) results.set(hotel.hotelId, { hotels: [], unavailable: [] });
  if (outcome.kind === 'OK') {
    for (const sold of outcome.value.hotels) results.get(sold.hotelId)?.hotels.push(sold);
    for (const unsold of outcome.value.unavailable) results.get(unsold.hotelId)?.unavailable.push(unsold);
  } else if (outcome.reason !== undefined) {
    for (const [hotelId, { unavailable }] of results) unavailable.push({ hotelId, reason: outcome.reason });
  }
  return results;
}

/** Measured with results of the test providers. The estimate is within a third of the actual heap growth. */
const ENTRY_BYTES = 700;
const OFFER_BYTES = 520;
const ROOM_BYTES = 180;
const PART_BYTES = 110;

export function bytesOf({ hotels }: SearchResult): number {
  let bytes = ENTRY_BYTES;
  for (const { offers } of hotels) {
    for (const { rooms, charges, promotions, policy } of offers) {
      const penalties = policy.kind === 'KNOWN' ? policy.penalties.length : 0;
      bytes += OFFER_BYTES + (charges.length + promotions.length + penalties) * PART_BYTES;
      for (const room of rooms) {
        const parts = room.stayCharges.length + (room.name === undefined ? 0 : 1) + (room.beds?.length ?? 0);
        bytes += ROOM_BYTES + (room.nightlyMinor?.length ?? 0) * 8 + parts * PART_BYTES;
      }
    }
  }
  return bytes;
}
