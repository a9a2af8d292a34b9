/** How long a failed job waits. Pure. */

/** As many failures in a row make a dead letter. */
export const MAX_FAILURES = 10;

const FIRST_MS = 5_000;
const LONGEST_MS = 30 * 60_000;

/** `failures` from 1; `jitter` from 0 to 1 moves the pause by a tenth either way. */
export function jobBackoffMs(failures: number, jitter: number): number {
  const pauseMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.round(pauseMs * (0.9 + 0.2 * jitter));
}
