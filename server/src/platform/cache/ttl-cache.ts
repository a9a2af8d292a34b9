import type { Clock } from '../clock.ts';
import { type Entry, SecondChanceCache } from './second-chance-cache.ts';

interface TimedEntry<Value> extends Entry {
  value: Value;
  /** The expiry time on the monotonic clock. */
  expiresAtMs: number;
}

interface TtlCacheOptions {
  clock: Clock;
  ttlMs: number;
  maxEntries: number;
}

export class TtlCache<Value> {
  readonly #clock: Clock;
  readonly #ttlMs: number;
  readonly #entries: SecondChanceCache<TimedEntry<Value>>;

  constructor({ clock, ttlMs, maxEntries }: TtlCacheOptions) {
    this.#clock = clock;
    this.#ttlMs = ttlMs;
    this.#entries = new SecondChanceCache(maxEntries);
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (this.#clock.monotonicMs() < entry.expiresAtMs) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: Value): void {
    this.#entries.set(key, { value, expiresAtMs: this.#clock.monotonicMs() + this.#ttlMs, used: false });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Deletes the entry only if it still has this value. */
  deleteValue(key: string, value: Value): void {
    if (this.#entries.peek(key)?.value === value) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
