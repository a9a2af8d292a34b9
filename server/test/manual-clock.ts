import type { Clock, Timer } from '../src/platform/clock.ts';

interface Pending {
  dueMs: number;
  task: () => void;
}

export class ManualClock implements Clock {
  #nowMs: number;
  #monotonicMs = 0;
  readonly #pending = new Set<Pending>();

  constructor(startMs: number = Date.UTC(2026, 0, 1)) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  after(delayMs: number, task: () => void): Timer {
    const entry = { dueMs: this.#monotonicMs + delayMs, task };
    this.#pending.add(entry);
    return { cancel: () => this.#pending.delete(entry) };
  }

  /** Advances both clocks and runs due timers in order. */
  advance(ms: number): void {
    const endMs = this.#monotonicMs + ms;
    for (;;) {
      const next = this.#next();
      if (next === undefined || next.dueMs > endMs) break;
      this.#pending.delete(next);
      this.#moveTo(next.dueMs);
      next.task();
    }
    this.#moveTo(endMs);
  }

  /** Changes only the wall-clock time, like a correction of the system clock. */
  stepCalendar(ms: number): void {
    this.#nowMs += ms;
  }

  /** The pending task that is due first. Tests advance by days, so this runs too often to sort the tasks. */
  #next(): Pending | undefined {
    let next: Pending | undefined;
    for (const entry of this.#pending) if (next === undefined || entry.dueMs < next.dueMs) next = entry;
    return next;
  }

  #moveTo(monotonicMs: number): void {
    this.#nowMs += monotonicMs - this.#monotonicMs;
    this.#monotonicMs = monotonicMs;
  }
}
