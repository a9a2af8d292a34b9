import { type Clock, sleep } from './clock.ts';

interface RetryOptions {
  clock: Clock;
  /** Includes the first attempt. */
  maxAttempts: number;
  isRetryable(error: unknown): boolean;
  /** The pause after a failed attempt. Attempts are counted from 1. */
  delayMs(attempt: number): number;
  onRetry?(attempt: number, error: unknown): void;
}

/** Throws the last error if it is not retryable or no attempts are left. */
export async function retry<Value>(work: () => Promise<Value>, options: RetryOptions): Promise<Value> {
  const { clock, maxAttempts, isRetryable, delayMs, onRetry } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= maxAttempts || !isRetryable(error)) throw error;
      onRetry?.(attempt, error);
      await sleep(clock, delayMs(attempt));
    }
  }
}
