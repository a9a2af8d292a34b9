/**
 * Caches key records by ID, and IDs that are known not to exist. After `invalidate`, the cache never returns anything
 * older than the change, even if a read that began before the change ends after it.
 */
import { SecondChanceCache } from '../../platform/cache/second-chance-cache.ts';
import { TtlCache } from '../../platform/cache/ttl-cache.ts';
import type { Clock } from '../../platform/clock.ts';
import type { KeyRecord } from './key-record.ts';

const UNKNOWN_IDS = 10_000;
const UNKNOWN_TTL_MS = 30_000;
const TOMBSTONE_TTL_MS = 10_000;

interface Entry {
  record: KeyRecord;
  /** When the read that produced the record began. */
  readAtMs: number;
  used: boolean;
}

interface Tombstone {
  generation: number;
  madeAtMs: number;
}

/** `undefined` means not cached. `null` means known not to exist. */
export type CachedKey = Entry | null | undefined;

export class KeyCache {
  readonly #clock: Clock;
  readonly #records: SecondChanceCache<Entry>;
  readonly #unknown: TtlCache<true>;
  readonly #tombstones = new Map<string, Tombstone>();
  /** Reads that began before this time may have missed the changes that led to `clear`. */
  #clearedAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, maxRecords: number) {
    this.#clock = clock;
    this.#records = new SecondChanceCache(maxRecords);
    this.#unknown = new TtlCache({ clock, ttlMs: UNKNOWN_TTL_MS, maxEntries: UNKNOWN_IDS });
  }

  get(id: string): CachedKey {
    const entry = this.#records.get(id);
    if (entry !== undefined) return entry;
    return this.#unknown.get(id) === undefined ? undefined : null;
  }

  /**
   * Stores the result of a read. Returns false if the read is older than a known change. The caller must then read
   * again.
   */
  fill(id: string, record: KeyRecord | undefined, readAtMs: number): boolean {
    if (readAtMs < this.#clearedAtMs) return false;
    if (this.#isOutdated(id, record, readAtMs)) return false;
    if (record === undefined) {
      this.#records.delete(id);
      this.#unknown.set(id, true);
      return true;
    }
    this.#unknown.delete(id);
    const present = this.#records.peek(id);
    if (present === undefined || present.record.generation < record.generation) {
      this.#records.set(id, { record, readAtMs, used: false });
    } else if (present.record.generation === record.generation) {
      // Keeps the existing record object, because it holds the current token.
      present.readAtMs = Math.max(present.readAtMs, readAtMs);
    }
    return true;
  }

  /**
   * Returns true if the read is older than a known change. Only a read that began after the change may report that the
   * key does not exist.
   */
  #isOutdated(id: string, record: KeyRecord | undefined, readAtMs: number): boolean {
    const tombstone = this.#tombstones.get(id);
    if (tombstone === undefined || this.#isOld(tombstone)) return false;
    if (record === undefined) return readAtMs <= tombstone.madeAtMs;
    return record.generation < tombstone.generation;
  }

  invalidate(id: string, generation: number): void {
    const present = this.#records.peek(id);
    if (present !== undefined && present.record.generation < generation) this.#records.delete(id);
    this.#unknown.delete(id);
    this.#buryOld();
    const known = this.#tombstones.get(id)?.generation ?? 0;
    this.#tombstones.delete(id);
    this.#tombstones.set(id, {
      generation: Math.max(generation, known),
      madeAtMs: this.#clock.monotonicMs(),
    });
  }

  clear(): void {
    this.#records.clear();
    this.#unknown.clear();
    this.#tombstones.clear();
    this.#clearedAtMs = this.#clock.monotonicMs();
  }

  get size(): number {
    return this.#records.size;
  }

  /** Tombstones are sorted by creation time. */
  #buryOld(): void {
    for (const [id, tombstone] of this.#tombstones) {
      if (!this.#isOld(tombstone)) return;
      this.#tombstones.delete(id);
    }
  }

  #isOld({ madeAtMs }: Tombstone): boolean {
    return this.#clock.monotonicMs() - madeAtMs >= TOMBSTONE_TTL_MS;
  }
}
