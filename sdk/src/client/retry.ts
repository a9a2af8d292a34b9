/** When a failed attempt is followed by another, and after how long. */
import { ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import type { SeraiError } from '../errors/serai-error.ts';

export interface RetryRules {
  maxRetries: number;
  /** Seconds. */
  maxRetryAfter: number;
}

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

/**
 * Milliseconds until the next attempt; undefined where there is none.
 * Timeouts are not repeated: the time that the caller allowed is over.
 */
export function retryDelayMs(
  error: SeraiError,
  { attempt, retryAfter }: { attempt: number; retryAfter: number | undefined },
  { maxRetries, maxRetryAfter }: RetryRules,
  random: () => number = Math.random,
): number | undefined {
  const again = error instanceof ConnectionError || (error instanceof ApiError && isTransient(error));
  if (!again || attempt > maxRetries) return undefined;
  if (retryAfter !== undefined && retryAfter > maxRetryAfter) return undefined;
  const backoffMs = random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  return Math.max(backoffMs, (retryAfter ?? 0) * 1000);
}

/** Whether a later attempt may be answered otherwise. */
export function isTransient({ status, retryable }: ApiError): boolean {
  return retryable || status === 429 || status === 503;
}
