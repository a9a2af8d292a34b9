/**
 * Bulkhead: limits how many calls to one resource, such as a provider, run at the same time, how many wait, and for how
 * long. One partner may use up to `calls` and `waiting`. Half as many again are reserved for other partners, so that
 * slow calls of one partner leave room for the others.
 */
import type { Clock } from '../clock.ts';
import { FairShare } from './fair-share.ts';

/** Limits for one partner. */
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
  /** In order of arrival. */
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

  /** Whether a call could start immediately. */
  hasRoom(holder: string): boolean {
    return this.#running.checkTake(holder) === undefined;
  }

  /**
   * Returns false if too many calls are waiting or no slot becomes free in time. If it returns true, the caller must
   * call `leave`.
   */
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

  /** Starts waiting calls in order of arrival, as far as their partners have a share left. */
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
