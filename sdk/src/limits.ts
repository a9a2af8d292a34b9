/**
 * The rate limit state from the response headers, and the throttle that delays calls while a rate window is exhausted.
 */

import { clock, sleep } from './client/sleep.ts';
import { RateLimitError, type RateWindow } from './errors.ts';

/** One rolling rate window of a key, as reported by the last response. */
export interface WindowState {
  /** Maximum number of requests in the window. */
  limit: number | null;
  /** Length of the window in seconds. */
  seconds: number | null;
  /** Number of requests left. */
  remaining: number;
  /** Seconds until the next request is allowed, if none are left. */
  retryAfter: number | null;
}

export interface RateLimitState {
  minute: WindowState | null;
  hour: WindowState | null;
  day: WindowState | null;
  /** When the response arrived, by the local clock. */
  seenAt: Date;
}

const WINDOWS: readonly RateWindow[] = ['minute', 'hour', 'day'];

/** Undefined if the response has no rate limit headers. */
export function readRateLimit(headers: Headers, seenAt: Date): RateLimitState | undefined {
  const left = readItems(headers.get('ratelimit'));
  const policy = readItems(headers.get('ratelimit-policy'));
  if (!WINDOWS.some(window => left.has(window))) return undefined;
  const windowState = (window: RateWindow): WindowState | null => {
    const remaining = left.get(window)?.get('r');
    if (remaining === undefined) return null;
    return {
      limit: policy.get(window)?.get('q') ?? null,
      seconds: policy.get(window)?.get('w') ?? null,
      remaining,
      retryAfter: left.get(window)?.get('t') ?? null,
    };
  };
  return { minute: windowState('minute'), hour: windowState('hour'), day: windowState('day'), seenAt };
}

export function exhaustedWindow(state: RateLimitState | undefined): RateWindow | null {
  const exhausted = WINDOWS.filter(window => state?.[window]?.remaining === 0);
  const wait = (window: RateWindow) => state?.[window]?.retryAfter ?? 0;
  return exhausted.sort((a, b) => wait(b) - wait(a))[0] ?? null;
}

/** Parses `"minute";r=599, "hour";r=0;t=12` into numbers by name. Unknown parts are ignored. */
function readItems(text: string | null): Map<string, Map<string, number>> {
  const items = new Map<string, Map<string, number>>();
  for (const [, name = '', parameters = ''] of (text ?? '').matchAll(/"(\w+)"([^,]*)/g)) {
    const numbers = [...parameters.matchAll(/;\s*(\w+)=(\d+)/g)];
    items.set(name, new Map(numbers.map(([, key = '', value]) => [key, Number(value)])));
  }
  return items;
}

export interface Entering {
  signal: AbortSignal | undefined;
  /** Longest `Retry-After` to wait for, in seconds. */
  maxRetryAfter: number;
  onWait(ms: number): void;
}

interface Wait {
  window: RateWindow;
  /** Infinite if the wait ends only when a request in flight receives its response. */
  ms: number;
}

export class Throttle {
  #state: RateLimitState | undefined;
  #inFlight = 0;
  readonly #waiting = new Set<AbortController>();

  /**
   * Resolves when a request may be sent. Rejects with the signal's reason, or with a RateLimitError if the
   * wait is too long.
   */
  async enter({ signal, maxRetryAfter, onWait }: Entering): Promise<void> {
    for (;;) {
      const held = this.#held(clock.nowMs());
      if (held === undefined) break;
      if (Number.isFinite(held.ms)) {
        if (held.ms > maxRetryAfter * 1000) throw throttledError(held);
        onWait(held.ms);
      }
      await this.#untilChange(held.ms, signal);
    }
    this.#inFlight += 1;
  }

  /** Must be called once after each `enter`, with the state from the response. */
  leave(state: RateLimitState | undefined): void {
    this.#inFlight -= 1;
    this.#state = state ?? this.#state;
    for (const waiting of this.#waiting) waiting.abort();
  }

  /** Returns the longest known wait, so that a call fails immediately if this wait is too long. */
  #held(nowMs: number): Wait | undefined {
    const held = WINDOWS.map(window => this.#heldBy(window, nowMs)).filter(each => each !== undefined);
    const timed = held.filter(({ ms }) => Number.isFinite(ms)).sort((a, b) => b.ms - a.ms);
    return timed[0] ?? held[0];
  }

  #heldBy(window: RateWindow, nowMs: number): Wait | undefined {
    const state = this.#state?.[window];
    if (!this.#state || !state) return undefined;
    const ageMs = nowMs - this.#state.seenAt.getTime();
    // The whole window has passed since this state was reported.
    if (state.seconds !== null && ageMs > state.seconds * 1000) return undefined;
    const exhaustedMs = state.remaining === 0 ? (state.retryAfter ?? 0) * 1000 - ageMs : 0;
    if (exhaustedMs > 0) return { window, ms: exhaustedMs };
    // After a wait, only one request is sent. Its response reports how many more are allowed.
    const room = Math.max(1, state.remaining) - this.#inFlight;
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

function throttledError({ window, ms }: Wait): RateLimitError {
  const retryAfter = Math.ceil(ms / 1000);
  return new RateLimitError(
    `The rate limit per ${window} is exhausted. Retry in ${retryAfter} second${retryAfter === 1 ? '' : 's'}. The request was not sent.`,
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
