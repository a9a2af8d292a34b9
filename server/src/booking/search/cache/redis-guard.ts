/**
 * A request waits at most 50 ms for a Redis call. After a failure or timeout, the server is not used until it responds
 * to a probe, so that a failing Redis delays a request only once. The nodes of a cluster fail independently.
 */
import type { Redis } from 'ioredis';
import type { Clock, Timer } from '../../../platform/clock.ts';
import { withDeadline } from '../../../platform/deadline.ts';
import { serverOf, serversOf } from '../../../platform/redis.ts';

const TIMEOUT_MS = 50;
/** Timeout for work that no request waits for. */
export const BACKGROUND_TIMEOUT_MS = 500;
export const PROBE_PAUSE_MS = 1_000;

export class RedisGuard {
  readonly #redis: Redis;
  readonly #clock: Clock;
  readonly #onError: () => void;
  /** The next probe of each server that is not used. */
  readonly #suspended = new Map<string, Timer>();
  #recoveries = 0;
  #isClosed = false;

  constructor(redis: Redis, clock: Clock, onError: () => void) {
    this.#redis = redis;
    this.#clock = clock;
    this.#onError = onError;
  }

  get redis(): Redis {
    return this.#redis;
  }

  /** Whether any server can be used. */
  get isAvailable(): boolean {
    return this.#suspended.size === 0 || this.#suspended.size < serversOf(this.#redis).length;
  }

  /** Whether the server that has the key can be used. */
  canUse(key: string): boolean {
    return !this.#suspended.has(serverOf(this.#redis, key));
  }

  /** How many times a server became usable again. */
  get recoveries(): number {
    return this.#recoveries;
  }

  /** Reports an error reply, such as "out of memory". Redis stays in use. */
  reportError(): void {
    this.#onError();
  }

  /** `key` is one of the keys that the work uses. Returns undefined if there was no successful reply in time. */
  async try<T>(
    key: string,
    work: (redis: Redis) => Promise<T>,
    timeoutMs = TIMEOUT_MS,
  ): Promise<T | undefined> {
    const server = serverOf(this.#redis, key);
    if (this.#suspended.has(server) || this.#isClosed) return undefined;
    try {
      return await withDeadline(work(this.#redis), timeoutMs, this.#clock);
    } catch {
      this.#onError();
      if (!this.#suspended.has(server) && !this.#isClosed) this.#probeLater(server, key);
      return undefined;
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const probe of this.#suspended.values()) probe.cancel();
    this.#redis.disconnect();
  }

  /**
   * Probes run in the background, so that no request waits to find out whether Redis is back. The probe reads the key,
   * which another server may have by then.
   */
  #probeLater(server: string, key: string): void {
    const probe = this.#clock.after(PROBE_PAUSE_MS, () => {
      withDeadline(this.#redis.exists(key), TIMEOUT_MS, this.#clock).then(
        () => {
          this.#suspended.delete(server);
          this.#recoveries += 1;
        },
        () => {
          if (!this.#isClosed) this.#probeLater(server, key);
        },
      );
    });
    this.#suspended.set(server, probe);
  }
}
