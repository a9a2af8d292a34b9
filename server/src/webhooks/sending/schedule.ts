/** When a delivery is tried again. Pure. */
import { withJitter } from '../../platform/backoff.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits between the attempts of one run of the schedule. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Each wait is drawn this far to both sides, so that what failed together does not come back together. */
const JITTER = 0.2;
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * Milliseconds until the next attempt, or undefined when there is none left. `step` is the number of attempts made
 * in this run, `random` lies in [0, 1). A receiver may ask for a later time, not for an earlier one.
 */
export function nextAttemptMs(step: number, random: number, retryAfterMs = 0): number | undefined {
  const delayMs = RETRY_DELAYS_MS[step - 1];
  if (delayMs === undefined) return undefined;
  const drawnMs = withJitter(delayMs, JITTER, random);
  return Math.max(drawnMs, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
}
