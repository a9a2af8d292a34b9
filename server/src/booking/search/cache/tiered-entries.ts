/** The two tiers of the availability cache: this process, and Redis if the entries are shared. Returns only valid entries. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import type { SearchResult } from '../../port/supplier.ts';
import type { BatchOutcome } from '../search-in-batches.ts';
import { bytesOf, type CacheEntry, resultsByHotel, type WantedHotel } from './cache-entry.ts';
import { entryLifetime } from './entry-lifetime.ts';
import { LocalEntries, type LocalEntry } from './local-entries.ts';
import type { SharedEntries } from './shared-entries.ts';

export interface FoundEntry {
  entry: LocalEntry;
  isStale: boolean;
}

interface Fetched {
  outcome: BatchOutcome;
  startedAtMs: number;
  fetchedAtMs: number;
}

interface TieredEntriesOptions {
  clock: Clock;
  maxBytes: number;
  shared?: SharedEntries | undefined;
  /** Factor from 0 to 1 that shortens the lifetimes of an account's entries. */
  lifetimeFactor(account: string): number;
}

/**
 * Maximum number of hotels whose invalidation by this process is remembered. Invalidations by other processes are read from Redis.
 */
const MAX_INVALIDATIONS = 10_000;

export class TieredEntries {
  readonly #clock: Clock;
  readonly #shared: SharedEntries | undefined;
  readonly #local: LocalEntries;
  readonly #lifetimeFactor: (account: string) => number;
  /** Unix times by generation key. They also apply while Redis is unavailable. */
  readonly #invalidatedAtMs = new LRUCache<string, number>({ max: MAX_INVALIDATIONS });

  constructor({ clock, maxBytes, shared, lifetimeFactor }: TieredEntriesOptions) {
    this.#clock = clock;
    this.#shared = shared;
    this.#local = new LocalEntries(clock, maxBytes);
    this.#lifetimeFactor = lifetimeFactor;
  }

  /** Returns the valid entry of each hotel. Also stores the generations from Redis in `wanted`. */
  async find(wanted: readonly WantedHotel[], isShared: boolean): Promise<(FoundEntry | undefined)[]> {
    const local = wanted.map(one => this.#findLocal(one));
    if (this.#shared === undefined || !isShared) return local.map(entry => entry && this.#found(entry));
    const read = await this.#shared.read(wanted, i => local[i] === undefined);
    if (read === undefined) return local.map(entry => entry && this.#found(entry));
    const found = wanted.map((one, i) => {
      const known = read[i];
      const entry = local[i];
      // The server that has this key is unavailable.
      if (known === undefined) return entry && this.#found(entry);
      const { generation, entry: shared } = known;
      one.generation = generation;
      if (entry === undefined) return shared && this.#adopt(one, shared);
      if (entry.generation === generation) return this.#found(entry);
      this.#local.delete(one.entryKey);
      return undefined;
    });
    return this.#readInvalidated(wanted, local, found);
  }

  /** Caches the results of a batch and returns them by hotel. Returns undefined for a failure. */
  save(
    batch: readonly WantedHotel[],
    checkIn: string,
    account: string,
    { outcome, startedAtMs, fetchedAtMs }: Fetched,
    isShared: boolean,
  ): Map<string, SearchResult> | undefined {
    const results = resultsByHotel(outcome, batch);
    const entries: { entryKey: string; entry: CacheEntry }[] = [];
    const factor = this.#lifetimeFactor(account);
    for (const { hotel, entryKey, generationKey, generation } of batch) {
      const result = results?.get(hotel.hotelId);
      const lifetime = result && entryLifetime(result, checkIn, fetchedAtMs, factor);
      const invalidatedAtMs = this.#invalidatedAtMs.get(generationKey) ?? Number.NEGATIVE_INFINITY;
      if (result === undefined || lifetime === undefined || startedAtMs <= invalidatedAtMs) continue;
      const bytes = bytesOf(result);
      const entry = { result, fetchedAtMs, ...lifetime, generation: generation ?? '', bytes };
      this.#local.set(entryKey, entry);
      if (generation !== undefined) entries.push({ entryKey, entry });
    }
    if (isShared) void this.#shared?.finish(batch, entries);
    return results;
  }

  /** Treats a stale entry as fresh for a while, so that no other search refreshes it too. */
  postponeRefresh(entryKey: string, ms: number): void {
    const entry = this.#local.find(entryKey);
    if (entry !== undefined) entry.softAtMs = this.#clock.monotonicMs() + ms;
  }

  /** Invalidates everything that was fetched so far for a hotel, for all stays. */
  invalidate(generationKey: string, isShared: boolean): void {
    this.#invalidatedAtMs.set(generationKey, this.#clock.nowMs());
    if (isShared) void this.#shared?.invalidate(generationKey);
  }

  /** Another process may already have replaced an entry that this process has just dropped as outdated. */
  async #readInvalidated(
    wanted: readonly WantedHotel[],
    local: readonly (LocalEntry | undefined)[],
    found: (FoundEntry | undefined)[],
  ): Promise<(FoundEntry | undefined)[]> {
    const dropped = wanted.flatMap((_, i) => (local[i] !== undefined && found[i] === undefined ? [i] : []));
    if (dropped.length === 0) return found;
    const keys = dropped.map(i => wanted[i] as WantedHotel);
    const read = await this.#shared?.read(keys, () => true);
    for (const [position, i] of dropped.entries()) {
      const entry = read?.[position]?.entry;
      if (entry !== undefined) found[i] = this.#adopt(wanted[i] as WantedHotel, entry);
    }
    return found;
  }

  #findLocal({ entryKey, generationKey }: WantedHotel): LocalEntry | undefined {
    const entry = this.#local.find(entryKey);
    return entry && this.#isValid(entry, generationKey) ? entry : undefined;
  }

  #adopt({ entryKey, generationKey, hotel }: WantedHotel, entry: CacheEntry): FoundEntry | undefined {
    const ageMs = Math.max(0, this.#clock.nowMs() - entry.fetchedAtMs);
    const isUsable = ageMs < entry.hardMs && this.#isValid(entry, generationKey);
    if (!isUsable || !isOnlyAbout(entry, hotel.hotelId)) return undefined;
    return this.#found(this.#local.set(entryKey, entry, ageMs));
  }

  #isValid({ fetchedAtMs }: CacheEntry, generationKey: string): boolean {
    if (this.#invalidatedAtMs.size === 0) return true;
    const invalidatedAtMs = this.#invalidatedAtMs.get(generationKey);
    return invalidatedAtMs === undefined || fetchedAtMs > invalidatedAtMs;
  }

  #found(entry: LocalEntry): FoundEntry {
    return { entry, isStale: this.#clock.monotonicMs() >= entry.softAtMs };
  }
}

function isOnlyAbout({ result }: CacheEntry, hotelId: string): boolean {
  return [...result.hotels, ...result.unavailable].every(hotel => hotel.hotelId === hotelId);
}
