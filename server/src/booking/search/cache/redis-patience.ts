/** Lets a request wait for Redis once, for 50 ms at most. Who was let down leaves it alone until it answers again. */
import type { Redis } from 'ioredis';
import type { Clock, Timer } from '../../../platform/clock.ts';
import { withDeadline } from '../../../platform/deadline.ts';

const PATIENCE_MS = 50;
/** Where no request waits. */
export const BACKGROUND_PATIENCE_MS = 500;
const PROBE_PAUSE_MS = 1_000;

export class RedisPatience {
  readonly #redis: Redis;
  readonly #clock: Clock;
  readonly #onError: () => void;
  #isAway = false;
  #isClosed = false;
  #probe: Timer | undefined;

  constructor(redis: Redis, clock: Clock, onError: () => void) {
    this.#redis = redis;
    this.#clock = clock;
    this.#onError = onError;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** An answer that is a failure of its own, such as "out of memory". */
  refused(): void {
    this.#onError();
  }

  /** Undefined where there was no good answer in time. */
  async try<T>(work: (redis: Redis) => Promise<T>, patienceMs = PATIENCE_MS): Promise<T | undefined> {
    if (this.#isAway || this.#isClosed) return undefined;
    try {
      return await withDeadline(work(this.#redis), patienceMs, this.#clock);
    } catch {
      this.#onError();
      this.#leaveAlone();
      return undefined;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#probe?.cancel();
    this.#redis.disconnect();
  }

  /** No request pays for finding out whether it is back. */
  #leaveAlone(): void {
    if (this.#isAway || this.#isClosed) return;
    this.#isAway = true;
    this.#probeLater();
  }

  #probeLater(): void {
    this.#probe = this.#clock.after(PROBE_PAUSE_MS, () => {
      withDeadline(this.#redis.ping(), PATIENCE_MS, this.#clock).then(
        () => {
          this.#isAway = false;
        },
        () => {
          if (!this.#isClosed) this.#probeLater();
        },
      );
    });
  }
}
