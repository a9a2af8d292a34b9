/** The requests that this node admitted without Redis and has not yet added to Redis. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { type KeyCounts, subtractKeyCounts } from './key-counts.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import type { Addition, RedisCounters } from './redis-counters.ts';

/** Small, because adding a day's cells blocks Redis for other clients. */
const BATCH = 10;

export class UnsentAdmissions {
  readonly #shadow: MemoryLimiter;
  readonly #admitted: MemoryLimiter;
  /** Additions that Redis has not confirmed, at most one per key. They are retried with the same token. */
  readonly #additions = new Map<string, Addition>();
  readonly #node = randomBytes(6).toString('hex');
  #tokens = 0;

  /** `shadow` contains everything that this node admitted, whether Redis counted it or not. */
  constructor(clock: Clock, shadow: MemoryLimiter) {
    this.#shadow = shadow;
    this.#admitted = new MemoryLimiter(clock);
  }

  get size(): number {
    return this.#admitted.size + this.#additions.size;
  }

  find(isSelected: (keyId: string) => boolean): string | undefined {
    return [...this.#additions.keys(), ...this.#admitted.keyIds()].find(isSelected);
  }

  count(keyId: string): void {
    this.#admitted.count(keyId);
  }

  /**
   * Called when Redis has lost the counters of the key. Queues the counts that Redis had from this node. Returns false
   * if there are none or they are already queued.
   */
  queueLost(keyId: string): boolean {
    if (this.#additions.has(keyId)) return false;
    const addition = this.#addition(keyId, [[], [], []], this.#admitted.counts(keyId));
    if (addition.before[2].length === 0) return false;
    this.#additions.set(keyId, addition);
    return true;
  }

  /**
   * Adds the counts of the selected keys to Redis and returns the number of keys. Throws at the first failure and may
   * then be called again.
   */
  async send(
    counters: RedisCounters,
    redisAheadMs: number,
    isSelected: (keyId: string) => boolean,
  ): Promise<number> {
    for (const keyId of this.#admitted.keyIds()) {
      if (this.#additions.has(keyId) || !isSelected(keyId)) continue;
      const admitted = this.#admitted.counts(keyId);
      this.#additions.set(keyId, this.#addition(keyId, admitted, admitted));
      this.#admitted.forget(keyId);
    }
    const additions = [...this.#additions.values()].filter(({ keyId }) => isSelected(keyId));
    for (let from = 0; from < additions.length; from += BATCH) {
      const batch = additions.slice(from, from + BATCH);
      const results = await Promise.allSettled(
        batch.map(each => this.#sendOne(counters, each, redisAheadMs)),
      );
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    }
    return additions.length;
  }

  async close(): Promise<void> {
    await this.#admitted.close();
  }

  async #sendOne(counters: RedisCounters, addition: Addition, redisAheadMs: number): Promise<void> {
    const born = await counters.add(addition, redisAheadMs);
    // A repetition may have been confirmed before this reply arrived. A newer addition of the key is still unsent.
    if (this.#additions.get(addition.keyId) !== addition) return;
    this.#additions.delete(addition.keyId);
    const key = this.#shadow.find(addition.keyId);
    if (key !== undefined) key.born = born;
  }

  #addition(keyId: string, admitted: KeyCounts, unknownToRedis: KeyCounts): Addition {
    const before = subtractKeyCounts(this.#shadow.counts(keyId), unknownToRedis);
    const token = `${this.#node}.${++this.#tokens}`;
    return { keyId, token, knownBorn: this.#shadow.find(keyId)?.born ?? 0, admitted, before };
  }
}
