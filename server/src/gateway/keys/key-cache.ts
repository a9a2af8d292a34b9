/**
 * Key records by id, and ids known not to exist. It promises one thing: after `invalidate` nothing older than the
 * change is ever handed out, also not by a read that began before the change and returns after it.
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
  /** When the read that filled it began. */
  readAtMs: number;
  used: boolean;
}

interface Tombstone {
  generation: number;
  madeAtMs: number;
}

/** `undefined` is "not cached", `null` is "known not to exist". */
export type CachedKey = Entry | null | undefined;

export class KeyCache {
  readonly #clock: Clock;
  readonly #records: SecondChanceCache<Entry>;
  readonly #unknown: TtlCache<true>;
  readonly #tombstones = new Map<string, Tombstone>();
  /** Fills that began before this moment know nothing of the last `clear`. */
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

  /** Takes what a read returned. False: the read is older than a change seen meanwhile; read again. */
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
      // The same record object, because its token hangs on it.
      present.readAtMs = Math.max(present.readAtMs, readAtMs);
    }
    return true;
  }

  /** Whether a read is older than a change that is known. A read begun after it may say that the key is gone. */
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

  /** Tombstones stand in the order they were made in. */
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
