/** Entries cached in this process: an LRU cache limited by an estimate of its bytes. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import type { SearchResult } from '../../port/supplier.ts';
import type { CacheEntry } from './cache-entry.ts';

export interface LocalEntry extends CacheEntry {
  /** Time on the monotonic clock, so that setting the system clock back does not revive an entry. */
  softAtMs: number;
  hardAtMs: number;
}

/** Measured with results of the test providers. The estimate is within a third of the actual heap growth. */
const ENTRY_BYTES = 700;
const OFFER_BYTES = 520;
const ROOM_BYTES = 180;
const PART_BYTES = 110;

export class LocalEntries {
  readonly #clock: Clock;
  readonly #entries: LRUCache<string, LocalEntry>;

  constructor(clock: Clock, maxBytes: number) {
    this.#clock = clock;
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ result }) => bytesOf(result) });
  }

  find(key: string): LocalEntry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#clock.monotonicMs() < entry.hardAtMs) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  /** `ageMs` is the age of an entry that another process fetched. */
  set(key: string, cached: CacheEntry, ageMs = 0): LocalEntry {
    const nowMs = this.#clock.monotonicMs();
    const entry = {
      ...cached,
      softAtMs: nowMs + cached.softMs - ageMs,
      hardAtMs: nowMs + cached.hardMs - ageMs,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
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
