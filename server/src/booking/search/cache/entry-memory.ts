/** Answers kept in this process, the least used let go. Bounded by an estimate of their bytes. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import type { SearchResult } from '../../port/supplier.ts';
import type { KeptAnswer } from './kept-answer.ts';

export interface RememberedAnswer extends KeptAnswer {
  /** By the monotonic clock: a stepped calendar revives nothing. */
  softAtMs: number;
  hardAtMs: number;
}

/** Measured on answers of the test providers; within a third of what the heap grows by. */
const ENTRY_BYTES = 700;
const OFFER_BYTES = 520;
const ROOM_BYTES = 180;
const PART_BYTES = 110;

export class EntryMemory {
  readonly #clock: Clock;
  readonly #entries: LRUCache<string, RememberedAnswer>;

  constructor(clock: Clock, maxBytes: number) {
    this.#clock = clock;
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ answer }) => bytesOf(answer) });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  find(key: string): RememberedAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#clock.monotonicMs() < entry.hardAtMs) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  /** `ageMs` where it was fetched a while ago, by whomever. */
  keep(key: string, kept: KeptAnswer, ageMs = 0): RememberedAnswer {
    const nowMs = this.#clock.monotonicMs();
    const entry = {
      ...kept,
      softAtMs: nowMs + kept.softMs - ageMs,
      hardAtMs: nowMs + kept.hardMs - ageMs,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  drop(key: string): void {
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
        bytes += ROOM_BYTES + room.nightlyMinor.length * 8 + room.stayCharges.length * PART_BYTES;
      }
    }
  }
  return bytes;
}
