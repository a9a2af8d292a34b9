/**
 * Bounds the calls to a provider at a time, the calls that wait, and how long they wait. An organisation alone may use
 * `calls` and `waiting`; half as many again are there for others, so that one with slow calls leaves room for the next.
 */
import { FairShare } from '../../platform/admission/fair-share.ts';
import type { Clock } from '../../platform/clock.ts';

/** Of one organisation. */
export interface BulkheadLimits {
  calls: number;
  waiting: number;
  waitMs: number;
}

interface Waiter {
  holder: string;
  start(): void;
}

const FOR_OTHERS = 1 / 2;

export class Bulkhead {
  readonly #clock: Clock;
  readonly #waitMs: number;
  readonly #running: FairShare;
  readonly #waiting: FairShare;
  /** The longest waiting first. */
  readonly #queue = new Set<Waiter>();

  constructor(clock: Clock, { calls, waiting, waitMs }: BulkheadLimits) {
    this.#clock = clock;
    this.#waitMs = waitMs;
    this.#running = sharedOf(calls);
    this.#waiting = sharedOf(waiting);
  }

  isFull(holder: string): boolean {
    return !this.hasRoom(holder) && this.#waiting.checkTake(holder) !== undefined;
  }

  /** Whether a call could begin at once. */
  hasRoom(holder: string): boolean {
    return this.#running.checkTake(holder) === undefined;
  }

  /** False when there is no room within the time. After true, `leave` must follow. */
  enter(holder: string, waitMs: number): Promise<boolean> {
    if (this.#running.tryTake(holder) === undefined) return Promise.resolve(true);
    if (this.#waiting.tryTake(holder) !== undefined) return Promise.resolve(false);
    return new Promise(resolve => {
      const end = (isStarted: boolean) => {
        timer.cancel();
        this.#queue.delete(waiter);
        this.#waiting.release(holder);
        resolve(isStarted);
      };
      const timer = this.#clock.after(Math.min(waitMs, this.#waitMs), () => end(false));
      const waiter: Waiter = { holder, start: () => end(true) };
      this.#queue.add(waiter);
    });
  }

  /** The slot goes to the call that has waited longest, of those whose organisation has a share left. */
  leave(holder: string): void {
    this.#running.release(holder);
    for (const waiter of this.#queue) {
      if (this.#running.tryTake(waiter.holder) === undefined) waiter.start();
    }
  }
}

function sharedOf(most: number): FairShare {
  return new FairShare(Math.ceil(most * (1 + FOR_OTHERS)), { alone: 1 / (1 + FOR_OTHERS) });
}
