/**
 * Entries cached in this process: an LRU cache limited by an estimate of its bytes. What searches compute from entries has
 * its own limit, so that it never evicts a result.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import type { SearchResult } from '../../port/supplier.ts';
import type { PreparedResult } from '../prepared-result.ts';
import type { CacheEntry } from './cache-entry.ts';

export interface LocalEntry extends CacheEntry {
  /** Time on the monotonic clock, so that setting the system clock back does not revive an entry. */
  softAtMs: number;
  hardAtMs: number;
  /** What searches have computed from the result. Undefined until the entry is read, and after it was evicted. */
  prepared: PreparedResult | undefined;
}

/** What a search computes from an offer in order to compare it, and what it keeps of an offer that it shows. */
const COMPARED_BYTES = 400;
const KEPT_BYTES = 3_000;

export class LocalEntries {
  readonly #clock: Clock;
  readonly #entries: LRUCache<string, LocalEntry>;
  /** The bytes of what is prepared for each entry. */
  readonly #preparedBytes: LRUCache<LocalEntry, number>;

  constructor(clock: Clock, maxBytes: number) {
    this.#clock = clock;
    this.#preparedBytes = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: bytes => bytes,
      dispose: (_, entry, reason) => {
        if (reason !== 'set') entry.prepared = undefined;
      },
    });
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: entry => this.#preparedBytes.delete(entry),
    });
  }

  find(key: string): LocalEntry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (this.#clock.monotonicMs() >= entry.hardAtMs) {
      this.#entries.delete(key);
      return undefined;
    }
    if (this.#preparedBytes.get(entry) === undefined) this.#prepare(entry);
    return entry;
  }

  /** Searches fill the object. The more offers they keep in it, the more of the limit it takes. */
  #prepare(entry: LocalEntry): void {
    const prepared: PreparedResult = {
      onKept: kept => {
        // A search may still use what was evicted in the meantime.
        if (entry.prepared !== prepared) return;
        this.#preparedBytes.set(entry, preparedBytes(entry.result, kept));
        if (!this.#preparedBytes.has(entry)) entry.prepared = undefined;
      },
    };
    entry.prepared = prepared;
    prepared.onKept?.(0);
  }

  /** `ageMs` is the age of an entry that another process fetched. */
  set(key: string, cached: CacheEntry, ageMs = 0): LocalEntry {
    const nowMs = this.#clock.monotonicMs();
    const entry: LocalEntry = {
      ...cached,
      softAtMs: nowMs + cached.softMs - ageMs,
      hardAtMs: nowMs + cached.hardMs - ageMs,
      prepared: undefined,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}

function preparedBytes({ hotels }: SearchResult, kept: number): number {
  const offers = hotels.reduce((sum, hotel) => sum + hotel.offers.length, 0);
  return 1 + offers * COMPARED_BYTES + kept * KEPT_BYTES;
}
