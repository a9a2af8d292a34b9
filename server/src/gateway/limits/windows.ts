/** The three windows, and what a decision about one request says. Pure: no clock, no storage. */

/** Cells in a window. A cell expires whole, so a window is at most 1/240 short and never long. */
export const CELLS = 240;

export type WindowName = 'minute' | 'hour' | 'day';

export const WINDOWS = [
  { name: 'minute', seconds: 60, cellMs: 250 },
  { name: 'hour', seconds: 3600, cellMs: 15_000 },
  { name: 'day', seconds: 86_400, cellMs: 360_000 },
] as const satisfies readonly { name: WindowName; seconds: number; cellMs: number }[];

/** Integers from 1 to 10⁹, independent of one another. Never changed in place: an edit is a new object. */
export interface Limits {
  readonly perMinute: number;
  readonly perHour: number;
  readonly perDay: number;
}

/** One number for each window: minute, hour, day. */
export type PerWindow = readonly [number, number, number];

export interface LimitDecision {
  readonly admitted: boolean;
  /** What each window still holds, this request counted. */
  readonly remaining: PerWindow;
  /** How long each window with nothing remaining stays shut; 0 for the others. */
  readonly waitMs: PerWindow;
  /** On a refusal, the window with the longest wait. */
  readonly violated: WindowName | undefined;
  /** On a refusal, the whole seconds after which the request would pass; at least 1. */
  readonly retryAfterSeconds: number | undefined;
}

const NO_WAIT: PerWindow = [0, 0, 0];

export function admit(remaining: PerWindow, waitMs: PerWindow = NO_WAIT): LimitDecision {
  return { admitted: true, remaining, waitMs, violated: undefined, retryAfterSeconds: undefined };
}

export function refuse(remaining: PerWindow, waitMs: PerWindow): LimitDecision {
  const longestMs = Math.max(waitMs[0], waitMs[1], waitMs[2]);
  const violated = WINDOWS[waitMs.indexOf(longestMs)]?.name;
  return { admitted: false, remaining, waitMs, violated, retryAfterSeconds: wholeSeconds(longestMs) };
}

/** Rounded up, so that a caller who waits so long is never early. */
export function wholeSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

export function limitOf(limits: Limits, window: WindowName): number {
  return window === 'minute' ? limits.perMinute : window === 'hour' ? limits.perHour : limits.perDay;
}
