import { ApiError, ConnectionError, type SeraiError } from '../errors.ts';

export interface RetryRules {
  maxRetries: number;
  /** Longest `Retry-After` to wait for, in seconds. */
  maxRetryAfter: number;
}

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;

/**
 * Returns the delay until the next attempt in milliseconds, or undefined if the call must not be retried. A timeout is
 * not retried, because it uses up the time that the caller allows.
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
  const backoffMs = random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  return Math.max(backoffMs, (retryAfter ?? 0) * 1000);
}

export function isTransient({ status, retryable }: ApiError): boolean {
  return retryable || status === 429 || status === 503;
}
