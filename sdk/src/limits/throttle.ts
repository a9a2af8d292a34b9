/** Holds calls back while a window of the limits is used up, by what the last answer told of it. */

import { sleep } from '../client/sleep.ts';
import { RateLimitError, type RateWindow } from '../errors/api-error.ts';
import type { RateLimitState } from './rate-limit.ts';

const WINDOWS: readonly RateWindow[] = ['minute', 'hour', 'day'];

export interface Entering {
  signal: AbortSignal | undefined;
  /** Seconds. */
  maxRetryAfter: number;
  onWait(ms: number): void;
}

interface Held {
  window: RateWindow;
  /** Infinite while an answer that is under way will tell. */
  ms: number;
}

export class Throttle {
  #state: RateLimitState | undefined;
  #underWay = 0;
  readonly #waiting = new Set<AbortController>();

  /** Resolves when there is room. Rejects with the signal's reason, or a RateLimitError where the wait is too long. */
  async enter({ signal, maxRetryAfter, onWait }: Entering): Promise<void> {
    for (;;) {
      const held = this.#held(Date.now());
      if (held === undefined) break;
      if (Number.isFinite(held.ms)) {
        if (held.ms > maxRetryAfter * 1000) throw heldBack(held);
        onWait(held.ms);
      }
      await this.#untilChange(held.ms, signal);
    }
    this.#underWay += 1;
  }

  /** To be called once after each `enter`, with what the answer told. */
  leave(state: RateLimitState | undefined): void {
    this.#underWay -= 1;
    this.#state = state ?? this.#state;
    for (const waiting of this.#waiting) waiting.abort();
  }

  /** By the window with the longest wait that is known, so that one too long is told at once. */
  #held(nowMs: number): Held | undefined {
    const held = WINDOWS.map(window => this.#heldBy(window, nowMs)).filter(each => each !== undefined);
    const timed = held.filter(({ ms }) => Number.isFinite(ms)).sort((a, b) => b.ms - a.ms);
    return timed[0] ?? held[0];
  }

  #heldBy(window: RateWindow, nowMs: number): Held | undefined {
    const state = this.#state?.[window];
    if (!this.#state || !state) return undefined;
    const ageMs = nowMs - this.#state.seenAt.getTime();
    // What was told is of a window that has passed.
    if (state.seconds !== null && ageMs > state.seconds * 1000) return undefined;
    const usedUpMs = state.remaining === 0 ? (state.retryAfter ?? 0) * 1000 - ageMs : 0;
    if (usedUpMs > 0) return { window, ms: usedUpMs };
    // After a wait one call goes ahead; its answer tells how much room there is.
    const room = Math.max(1, state.remaining) - this.#underWay;
    return room > 0 ? undefined : { window, ms: Number.POSITIVE_INFINITY };
  }

  async #untilChange(ms: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const change = new AbortController();
    const onAbort = () => change.abort();
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.add(change);
    await sleep(ms, change.signal).catch(() => undefined);
    this.#waiting.delete(change);
    signal?.removeEventListener('abort', onAbort);
    signal?.throwIfAborted();
  }
}

function heldBack({ window, ms }: Held): RateLimitError {
  const retryAfter = Math.ceil(ms / 1000);
  return new RateLimitError(
    `The limit of the ${window} is used up; retry in ${retryAfter} seconds. The request was not sent.`,
    {
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      details: [],
      requestId: null,
      retryable: true,
      retryAfter,
      window,
      bookingId: null,
      newPrice: null,
      replayed: false,
    },
  );
}
