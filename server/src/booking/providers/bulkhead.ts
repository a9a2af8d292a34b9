/** So many calls at a time, so many more that wait, and none longer than so long. */
import type { Clock } from '../../platform/clock.ts';

export interface BulkheadLimits {
  calls: number;
  waiting: number;
  waitMs: number;
}

export class Bulkhead {
  readonly #clock: Clock;
  readonly #limits: BulkheadLimits;
  #running = 0;
  readonly #queue = new Set<() => void>();

  constructor(clock: Clock, limits: BulkheadLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.#running >= this.#limits.calls && this.#queue.size >= this.#limits.waiting;
  }

  /** Whether a call could begin at once. */
  get hasRoom(): boolean {
    return this.#running < this.#limits.calls;
  }

  /** False when there is no room within the time. After true, `leave` must follow. */
  enter(waitMs: number): Promise<boolean> {
    if (this.#running < this.#limits.calls) {
      this.#running += 1;
      return Promise.resolve(true);
    }
    if (this.isFull) return Promise.resolve(false);
    return new Promise(resolve => {
      const turn = () => {
        timer.cancel();
        resolve(true);
      };
      const timer = this.#clock.after(Math.min(waitMs, this.#limits.waitMs), () => {
        this.#queue.delete(turn);
        resolve(false);
      });
      this.#queue.add(turn);
    });
  }

  /** The place goes to the one who waits longest. */
  leave(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#queue.delete(next);
    next();
  }
}
