/** The limiter port: the three rate windows, the limits of a key, and the decision about one request. Pure. */

/** Number of cells per window. A cell expires as a whole, so a window may be 1/240 too short but is never too long. */
export const CELLS = 240;

export type WindowName = 'minute' | 'hour' | 'day';

export const WINDOWS = [
  { name: 'minute', seconds: 60, cellMs: 250 },
  { name: 'hour', seconds: 3600, cellMs: 15_000 },
  { name: 'day', seconds: 86_400, cellMs: 360_000 },
] as const satisfies readonly { name: WindowName; seconds: number; cellMs: number }[];

export type WindowIndex = 0 | 1 | 2;
export const EACH_WINDOW: readonly WindowIndex[] = [0, 1, 2];

/** Independent integers from 1 to 10⁹. An edit must create a new object, because the headers are cached per object. */
export interface Limits {
  readonly perMinute: number;
  readonly perHour: number;
  readonly perDay: number;
}

/** One number for each window: minute, hour, day. */
export type PerWindow = readonly [number, number, number];

export interface LimitDecision {
  readonly admitted: boolean;
  /** Requests left in each window after this request. */
  readonly remaining: PerWindow;
  /** Time until a full window admits a request again. 0 for windows with requests left. */
  readonly waitMs: PerWindow;
  /** Set if rejected: the window with the longest wait. */
  readonly violated: WindowName | undefined;
  /** Set if rejected: the number of whole seconds, at least 1, after which the request would be admitted. */
  readonly retryAfterSeconds: number | undefined;
}

export interface Limiter {
  /**
   * Checks and counts a request in all three windows in one step. A rejected request is not counted. Returns a promise
   * only if the counters are remote. `nowMs` is the monotonic time, if the caller has already read it. Remote counters
   * ignore it.
   */
  decide(keyId: string, limits: Limits, nowMs?: number): LimitDecision | Promise<LimitDecision>;
  /** Returns whether `decide` would admit a request now, and the requests left before it. Counts nothing. */
  peek(keyId: string, limits: Limits): LimitDecision | Promise<LimitDecision>;
  close(): Promise<void>;
}

/** Thrown by `decide` when the counters cannot be reached and the failure policy is `closed`. */
export class LimiterUnavailable extends Error {
  override readonly name = 'LimiterUnavailable';
}

const NO_WAIT: PerWindow = [0, 0, 0];

export function admit(remaining: PerWindow, waitMs: PerWindow = NO_WAIT): LimitDecision {
  return { admitted: true, remaining, waitMs, violated: undefined, retryAfterSeconds: undefined };
}

export function refuse(remaining: PerWindow, waitMs: PerWindow): LimitDecision {
  const longestMs = Math.max(...waitMs);
  const violated = WINDOWS[waitMs.indexOf(longestMs)]?.name;
  return { admitted: false, remaining, waitMs, violated, retryAfterSeconds: wholeSeconds(longestMs) };
}

/** Rounded up, so that a client that waits this long never retries too early. */
export function wholeSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

export function limitOf(limits: Limits, window: WindowName): number {
  return window === 'minute' ? limits.perMinute : window === 'hour' ? limits.perHour : limits.perDay;
}
