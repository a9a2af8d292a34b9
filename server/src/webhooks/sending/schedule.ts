/** The retry schedule for deliveries. Pure. */
import { withJitter } from '../../platform/backoff.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays between the attempts of one run of the schedule. */
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

/** Applied in both directions, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * Returns the milliseconds until the next attempt, or undefined if no attempt is left. `step` is the number of attempts
 * made so far in this run of the schedule. `random` is at least 0 and less than 1. A receiver may request a later time,
 * but not an earlier one.
 */
export function nextAttemptMs(step: number, random: number, retryAfterMs = 0): number | undefined {
  const delayMs = RETRY_DELAYS_MS[step - 1];
  if (delayMs === undefined) return undefined;
  const drawnMs = withJitter(delayMs, JITTER, random);
  return Math.max(drawnMs, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Returns the delay in milliseconds. Returns undefined if the value is neither seconds nor an HTTP date, or if it is in
 * the past.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = /^\d{1,12}$/.test(text)
    ? Number(text) * 1000
    : HTTP_DATE.test(text)
      ? Date.parse(text) - nowMs
      : Number.NaN;
  return waitMs > 0 ? waitMs : undefined;
}
