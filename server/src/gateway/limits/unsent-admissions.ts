/** What this node admitted without Redis, kept until Redis has learnt it. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import type { Addition, RedisCounters } from './redis-counters.ts';
import { type KeyCounts, shiftKeyCounts, subtractKeyCounts } from './rings/key-counts.ts';

/** Few at a time: an addition of a day's cells is long work for Redis, which others wait for. */
const BATCH = 10;
const NOTHING: KeyCounts = [[], [], []];

export class UnsentAdmissions {
  readonly #shadow: MemoryLimiter;
  readonly #node = randomBytes(6).toString('hex');
  readonly #admitted: MemoryLimiter;
  /** Sent and perhaps not received: repeated with the same token until answered. At most one for a key. */
  readonly #additions = new Map<string, Addition>();
  #tokens = 0;

  /** The shadow holds all that this node admitted, unsent or not. */
  constructor(clock: Clock, shadow: MemoryLimiter) {
    this.#shadow = shadow;
    this.#admitted = new MemoryLimiter(clock);
  }

  /** How many keys wait. */
  get size(): number {
    return this.#admitted.size + this.#additions.size;
  }

  count(keyId: string): void {
    this.#admitted.count(keyId);
  }

  /** Redis forgot the key: all that it had counted of ours waits again. False when that is nothing or waits already. */
  addLost(keyId: string): boolean {
    if (this.#additions.has(keyId)) return false;
    const before = subtractKeyCounts(this.#shadow.counts(keyId), this.#admitted.counts(keyId));
    if (before[2].length === 0) return false;
    this.#additions.set(keyId, this.#addition(keyId, NOTHING, before));
    return true;
  }

  /** Tells Redis all that waits; fails with the first failure and may then be called again. */
  async send(counters: RedisCounters, redisAheadMs: number): Promise<number> {
    for (const keyId of this.#admitted.keyIds()) {
      if (!this.#additions.has(keyId)) this.#additions.set(keyId, this.#take(keyId));
    }
    let sent = 0;
    const waiting = [...this.#additions.values()];
    for (let from = 0; from < waiting.length; from += BATCH) {
      const batch = waiting.slice(from, from + BATCH);
      const results = await Promise.allSettled(
        batch.map(addition => this.#sendOne(counters, addition, redisAheadMs)),
      );
      const failure = results.find(({ status }) => status === 'rejected');
      if (failure?.status === 'rejected') throw failure.reason;
      sent += batch.length;
    }
    return sent;
  }

  async close(): Promise<void> {
    await this.#admitted.close();
  }

  async #sendOne(counters: RedisCounters, addition: Addition, redisAheadMs: number): Promise<void> {
    const { keyId, admitted, before } = addition;
    const born = await counters.add({
      ...addition,
      admitted: shiftKeyCounts(admitted, redisAheadMs),
      before: shiftKeyCounts(before, redisAheadMs),
    });
    this.#additions.delete(keyId);
    this.#shadow.setStamp(keyId, born);
  }

  #take(keyId: string): Addition {
    const admitted = this.#admitted.counts(keyId);
    const before = subtractKeyCounts(this.#shadow.counts(keyId), admitted);
    this.#admitted.forget(keyId);
    return this.#addition(keyId, admitted, before);
  }

  #addition(keyId: string, admitted: KeyCounts, before: KeyCounts): Addition {
    this.#tokens += 1;
    const token = `${this.#node}.${this.#tokens}`;
    return { keyId, token, knownBorn: this.#shadow.stampOf(keyId), admitted, before };
  }
}
