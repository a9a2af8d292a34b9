/**
 * Entries cached in this process: an LRU cache limited by an estimate of its bytes. What searches compute from entries has
 * its own limit, so that it never evicts a result.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import type { SearchResult } from '../../port/supplier.ts';
import { MAX_KEPT_OFFERS, type PreparedResult } from '../prepared-result.ts';
import type { CacheEntry } from './cache-entry.ts';

export interface LocalEntry extends CacheEntry {
  /** Time on the monotonic clock, so that setting the system clock back does not revive an entry. */
  softAtMs: number;
  hardAtMs: number;
  /** What searches have computed from the result. Undefined until the entry is read, and after it was evicted. */
  prepared: PreparedResult | undefined;
}

/** Measured with results of the test providers. The estimate is within a third of the actual heap growth. */
const ENTRY_BYTES = 700;
const OFFER_BYTES = 520;
const ROOM_BYTES = 180;
const PART_BYTES = 110;
/** What a search computes from an offer in order to compare it, and what it keeps of an offer that it shows. */
const COMPARED_BYTES = 400;
const KEPT_BYTES = 3_000;

export class LocalEntries {
  readonly #clock: Clock;
  readonly #entries: LRUCache<string, LocalEntry>;
  readonly #prepared: LRUCache<LocalEntry, PreparedResult>;

  constructor(clock: Clock, maxBytes: number) {
    this.#clock = clock;
    this.#prepared = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (_, { result }) => preparedBytes(result),
      dispose: (_, entry) => {
        entry.prepared = undefined;
      },
    });
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ result }) => bytesOf(result),
      dispose: entry => this.#prepared.delete(entry),
    });
  }

  find(key: string): LocalEntry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (this.#clock.monotonicMs() >= entry.hardAtMs) {
      this.#entries.delete(key);
      return undefined;
    }
    if (this.#prepared.get(entry) === undefined) {
      entry.prepared = {};
      this.#prepared.set(entry, entry.prepared);
    }
    return entry;
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

function preparedBytes({ hotels }: SearchResult): number {
  const offers = hotels.reduce((sum, hotel) => sum + hotel.offers.length, 0);
  return 1 + offers * COMPARED_BYTES + Math.min(offers, MAX_KEPT_OFFERS) * KEPT_BYTES;
}

function bytesOf({ hotels }: SearchResult): number {
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
