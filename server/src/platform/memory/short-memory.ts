/** What was read lately, for seconds: other nodes may have changed it. Who asks at the same time shares one reading. */
import type { Clock } from '../clock.ts';
import { type Entry, SecondChanceCache } from './second-chance-cache.ts';

interface Kept<T> extends Entry {
  value: Promise<T>;
  /** Monotonic. */
  untilMs: number;
}

interface ShortMemoryOptions<T> {
  clock: Clock;
  keptMs: number;
  maxEntries: number;
  /** What it reads is shared by all callers, so it must not depend on who asks first. */
  read(id: string): Promise<T>;
}

export class ShortMemory<T> {
  readonly #options: ShortMemoryOptions<T>;
  readonly #kept: SecondChanceCache<Kept<T>>;

  constructor(options: ShortMemoryOptions<T>) {
    this.#options = options;
    this.#kept = new SecondChanceCache(options.maxEntries);
  }

  find(id: string): Promise<T> {
    const nowMs = this.#options.clock.monotonicMs();
    const kept = this.#kept.get(id);
    if (kept !== undefined && nowMs < kept.untilMs) return kept.value;
    const value = this.#options.read(id);
    const entry = { value, untilMs: nowMs + this.#options.keptMs, used: false };
    this.#kept.set(id, entry);
    entry.value.catch(() => {
      if (this.#kept.peek(id) === entry) this.#kept.delete(id);
    });
    return entry.value;
  }

  /** After a change here, which is seen at once. */
  drop(id: string): void {
    this.#kept.delete(id);
  }
}
