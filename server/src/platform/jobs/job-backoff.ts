/** How long a failed job waits. Pure. */
import { exponentialBackoffMs, withJitter } from '../backoff.ts';

/** As many failures in a row make a dead letter. */
export const MAX_FAILURES = 10;

const BACKOFF = { firstMs: 5_000, maxMs: 30 * 60_000 };
const JITTER = 0.1;

/** `failures` from 1; `jitter` from 0 to 1 moves the pause by a tenth either way. */
export function jobBackoffMs(failures: number, jitter: number): number {
  return withJitter(exponentialBackoffMs(failures, BACKOFF), JITTER, jitter);
}
