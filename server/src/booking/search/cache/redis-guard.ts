/**
 * A request waits at most 50 ms for a Redis call. After a failure or timeout, Redis is not used until it responds to a
 * probe, so that a failing Redis delays a request only once.
 */
import type { Redis } from 'ioredis';
import type { Clock, Timer } from '../../../platform/clock.ts';
import { withDeadline } from '../../../platform/deadline.ts';

const TIMEOUT_MS = 50;
/** Timeout for work that no request waits for. */
export const BACKGROUND_TIMEOUT_MS = 500;
const PROBE_PAUSE_MS = 1_000;

export class RedisGuard {
  readonly #redis: Redis;
  readonly #clock: Clock;
  readonly #onError: () => void;
  #isAvailable = true;
  #isClosed = false;
  #probe: Timer | undefined;

  constructor(redis: Redis, clock: Clock, onError: () => void) {
    this.#redis = redis;
    this.#clock = clock;
    this.#onError = onError;
  }

  get isAvailable(): boolean {
    return this.#isAvailable;
  }

  /** Reports an error reply, such as "out of memory". Redis stays in use. */
  reportError(): void {
    this.#onError();
  }

  /** Returns undefined if there was no successful reply in time. */
  async try<T>(work: (redis: Redis) => Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T | undefined> {
    if (!this.#isAvailable || this.#isClosed) return undefined;
    try {
      return await withDeadline(work(this.#redis), timeoutMs, this.#clock);
    } catch {
      this.#onError();
      this.#suspend();
      return undefined;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#probe?.cancel();
    this.#redis.disconnect();
  }

  /** Probes run in the background, so that no request waits to find out whether Redis is back. */
  #suspend(): void {
    if (!this.#isAvailable || this.#isClosed) return;
    this.#isAvailable = false;
    this.#probeLater();
  }

  #probeLater(): void {
    this.#probe = this.#clock.after(PROBE_PAUSE_MS, () => {
      withDeadline(this.#redis.ping(), TIMEOUT_MS, this.#clock).then(
        () => {
          this.#isAvailable = true;
        },
        () => {
          if (!this.#isClosed) this.#probeLater();
        },
      );
    });
  }
}
