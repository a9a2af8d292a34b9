/** Pure. What a cancellation costs at a moment. */
import type { PenaltyWindow } from './terms.ts';

export interface PenaltyNow {
  penaltyMinor: number;
  /** Not included. Null: it rises no more. */
  validUntilMs: number | null;
  /** The next higher penalty. */
  next: { penaltyMinor: number; fromMs: number } | null;
}

/** The window of a moment. Throws RangeError for terms that are not known. */
export function windowAt(windows: readonly PenaltyWindow[], atMs: number): PenaltyWindow {
  const window = windows.findLast(({ fromMs }) => fromMs === null || fromMs <= atMs);
  if (window === undefined) throw new RangeError('The terms are not known.');
  return window;
}

/** Throws RangeError for terms that are not known. */
export function penaltyAt(windows: readonly PenaltyWindow[], atMs: number): PenaltyNow {
  const current = windowAt(windows, atMs);
  const higher = windows.find(({ penaltyMinor }) => penaltyMinor > current.penaltyMinor);
  if (higher === undefined || higher.fromMs === null) {
    return { penaltyMinor: current.penaltyMinor, validUntilMs: null, next: null };
  }
  const next = { penaltyMinor: higher.penaltyMinor, fromMs: higher.fromMs };
  return { penaltyMinor: current.penaltyMinor, validUntilMs: next.fromMs, next };
}
