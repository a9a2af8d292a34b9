/**
 * The limiter for a single process. With Redis, it also records what this node has admitted. It uses the
 * monotonic clock, so a correction of the wall clock neither reopens nor closes a window.
 */
import type { Clock, Timer } from '../../platform/clock.ts';
import { type KeyCounts, mapWindows, shiftKeyCounts } from './key-counts.ts';
import { CELLS, EACH_WINDOW, type LimitDecision, type Limiter, type Limits, WINDOWS } from './limiter.ts';
import { SlidingWindowCounters } from './sliding-window-counters.ts';

const DAY_MS = 86_400_000;
/**
 * Times are counted from a year before startup, so that cells are small integers and earlier counts are not negative.
 */
const YEAR_MS = 365 * DAY_MS;
/** Sweeps rarely, because a sweep over 100,000 keys takes at least 12 ms, during which no request is served. */
const SWEEP_EVERY_MS = 3_600_000;
/** The counters of a key without requests. */
const UNUSED = new SlidingWindowCounters();

export class MemoryLimiter implements Limiter {
  readonly #clock: Clock;
  readonly #keys = new Map<string, SlidingWindowCounters>();
  readonly #create: (keyId: string) => SlidingWindowCounters;
  /** Added to the monotonic clock, this gives the time since midnight a year before startup. */
  readonly #shiftMs: number;
  #sweepTimer: Timer | undefined;

  /** `create` creates the counters of a key. Default: counters in memory that belongs to this thread. */
  constructor(
    clock: Clock,
    create: (keyId: string) => SlidingWindowCounters = () => new SlidingWindowCounters(),
  ) {
    this.#clock = clock;
    this.#create = create;
    this.#shiftMs = (clock.nowMs() % DAY_MS) + YEAR_MS - clock.monotonicMs();
    this.#sweepLater();
  }

  get shiftMs(): number {
    return this.#shiftMs;
  }

  get size(): number {
    return this.#keys.size;
  }

  keyIds(): Iterable<string> {
    return this.#keys.keys();
  }

  find(keyId: string): SlidingWindowCounters | undefined {
    return this.#keys.get(keyId);
  }

  decide(keyId: string, limits: Limits, nowMs: number = this.#clock.monotonicMs()): LimitDecision {
    return this.open(keyId).decide(nowMs + this.#shiftMs, limits);
  }

  peek(keyId: string, limits: Limits): LimitDecision {
    return (this.#keys.get(keyId) ?? UNUSED).peek(this.#timeMs(), limits);
  }

  /** Counts requests that were admitted elsewhere and returns the key's counters. */
  count(keyId: string, requests = 1): SlidingWindowCounters {
    const key = this.open(keyId);
    key.count(this.#timeMs(), requests);
    return key;
  }

  /** Returns the counts of a key by the current wall clock, which may have been corrected since startup. */
  counts(keyId: string): KeyCounts {
    const key = this.#keys.get(keyId);
    if (key === undefined) return [[], [], []];
    const timeMs = this.#timeMs();
    return shiftKeyCounts(
      mapWindows(window => key.cellsAt(window, timeMs)),
      this.#clock.nowMs() - timeMs,
    );
  }

  /** Adds counts from a store, except counts that have left their window. */
  addCounts(keyId: string, counts: KeyCounts): void {
    const timeMs = this.#timeMs();
    const key = this.open(keyId);
    const own = shiftKeyCounts(counts, timeMs - this.#clock.nowMs());
    for (const window of EACH_WINDOW) {
      const now = Math.floor(timeMs / WINDOWS[window].cellMs);
      for (const cell of own[window]) {
        if (Math.abs(now - cell.cell) < CELLS) key.addAt(window, cell);
      }
    }
  }

  forget(keyId: string): void {
    this.#keys.delete(keyId);
  }

  async close(): Promise<void> {
    this.#sweepTimer?.cancel();
  }

  /** Returns the counters of a key, which are created if the key has none. */
  open(keyId: string): SlidingWindowCounters {
    let key = this.#keys.get(keyId);
    if (key === undefined) {
      key = this.#create(keyId);
      this.#keys.set(keyId, key);
    }
    return key;
  }

  #timeMs(): number {
    return this.#clock.monotonicMs() + this.#shiftMs;
  }

  /** Drops keys that have not been used for a day. */
  #sweepLater(): void {
    this.#sweepTimer = this.#clock.after(SWEEP_EVERY_MS, () => {
      const dayAgoMs = this.#timeMs() - DAY_MS;
      for (const [keyId, key] of this.#keys) if (key.retireIfIdle(dayAgoMs)) this.#keys.delete(keyId);
      this.#sweepLater();
    });
  }
}
