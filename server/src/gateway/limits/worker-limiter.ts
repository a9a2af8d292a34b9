/**
 * The limiter of a worker thread. It counts in the shared memory of the main thread, and asks the main thread only where
 * the counters of a key are, the first time that it sees the key.
 */
import type { Clock, Timer } from '../../platform/clock.ts';
import { type LimitDecision, type Limiter, LimiterUnavailable, type Limits } from './limiter.ts';
import { type LockHolder, type SharedSlot, SharedWindowCounters } from './shared-counters.ts';

/** Slots that have not been used for this long are forgotten, so that unused keys do not stay in memory. */
const FORGET_EVERY_MS = 3_600_000;

interface WorkerLimiterParts {
  clock: Clock;
  holder: LockHolder;
  /** Added to the monotonic clock of this thread, this gives the time of the counters. */
  shiftMs: number;
  findSlot(keyId: string): Promise<SharedSlot>;
}

export class WorkerLimiter implements Limiter {
  readonly #parts: WorkerLimiterParts;
  #keys = new Map<string, SharedWindowCounters>();
  /** The keys that were used before the last change of the maps. A key that is used again returns to `#keys`. */
  #earlier = new Map<string, SharedWindowCounters>();
  readonly #finding = new Map<string, Promise<SharedWindowCounters>>();
  #forgetTimer: Timer | undefined;

  constructor(parts: WorkerLimiterParts) {
    this.#parts = parts;
    this.#forgetLater();
  }

  decide(
    keyId: string,
    limits: Limits,
    nowMs: number = this.#parts.clock.monotonicMs(),
  ): LimitDecision | Promise<LimitDecision> {
    const decision = this.#known(keyId)?.tryDecide(nowMs + this.#parts.shiftMs, limits);
    return decision ?? this.#find(keyId).then(() => this.decide(keyId, limits, nowMs));
  }

  peek(keyId: string, limits: Limits): LimitDecision | Promise<LimitDecision> {
    const timeMs = this.#parts.clock.monotonicMs() + this.#parts.shiftMs;
    const decision = this.#known(keyId)?.tryPeek(timeMs, limits);
    return decision ?? this.#find(keyId).then(() => this.peek(keyId, limits));
  }

  async close(): Promise<void> {
    this.#forgetTimer?.cancel();
  }

  #known(keyId: string): SharedWindowCounters | undefined {
    const known = this.#keys.get(keyId);
    if (known !== undefined) return known;
    const earlier = this.#earlier.get(keyId);
    if (earlier !== undefined) this.#keys.set(keyId, earlier);
    return earlier;
  }

  #find(keyId: string): Promise<SharedWindowCounters> {
    let finding = this.#finding.get(keyId);
    if (finding === undefined) {
      finding = this.#ask(keyId).finally(() => this.#finding.delete(keyId));
      this.#finding.set(keyId, finding);
    }
    return finding;
  }

  async #ask(keyId: string): Promise<SharedWindowCounters> {
    const { findSlot, holder } = this.#parts;
    let slot: SharedSlot;
    try {
      slot = await findSlot(keyId);
    } catch (cause) {
      throw new LimiterUnavailable('The main thread did not respond.', { cause });
    }
    const counters = new SharedWindowCounters(slot, holder);
    this.#keys.set(keyId, counters);
    return counters;
  }

  #forgetLater(): void {
    this.#forgetTimer = this.#parts.clock.after(FORGET_EVERY_MS, () => {
      this.#earlier = this.#keys;
      this.#keys = new Map();
      this.#forgetLater();
    });
  }
}
