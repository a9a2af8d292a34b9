/** Lets the booking protocol cope with a database that is unavailable or whose response to a commit is lost. */
import { type Clock, sleep } from '../../../platform/clock.ts';
import { DatabaseError, isUnavailable } from '../../../platform/database/is-unavailable.ts';
import { withDeadline } from '../../../platform/deadline.ts';
import type { Log } from '../../../platform/log.ts';

/** An attempt keeps its lease this much longer than the supplier's own time limit, so that its outcome can be recorded. */
export const RECORD_MS = 30_000;

const JOURNAL_PAUSE_MS = 250;
const RECORD_PAUSE_MS = 500;

export interface Decide {
  clock: Clock;
  /** Time on the monotonic clock. */
  untilMs: number;
}

/**
 * Retries a journal write whose commit may have succeeded. The retry waits for the locks of the lost transaction and so
 * finds out what happened. Until then, no response may state that nothing was done. Throws the last error when the time
 * is up. Without `decide`, nothing is retried.
 */
export async function untilDecided<T>(decide: Decide | undefined, journal: () => Promise<T>): Promise<T> {
  let isUnclear = false;
  for (;;) {
    try {
      return await journal();
    } catch (error) {
      isUnclear ||= error instanceof DatabaseError && error.code === 'COMMIT_UNKNOWN';
      const leftMs = decide === undefined ? 0 : decide.untilMs - decide.clock.monotonicMs();
      if (!isUnclear || !isUnavailable(error) || decide === undefined || leftMs <= 0) throw error;
      await sleep(decide.clock, Math.min(JOURNAL_PAUSE_MS, leftMs));
    }
  }
}

/**
 * Retries until the outcome of a call has been recorded. Returns undefined if that takes longer than `waitMs`, but
 * continues in the background. It stops after RECORD_MS. Reconciliation takes over when the lease expires.
 */
export async function keepTrying<T>(
  { clock, log }: { clock: Clock; log: Log },
  work: () => Promise<T>,
  waitMs: number,
): Promise<T | undefined> {
  const endMs = clock.monotonicMs() + RECORD_MS;
  const attempt = async (): Promise<T | undefined> => {
    for (;;) {
      try {
        return await work();
      } catch (err) {
        log.warn({ err }, 'outcome not recorded, retrying');
        if (clock.monotonicMs() + RECORD_PAUSE_MS >= endMs) return undefined;
        await sleep(clock, RECORD_PAUSE_MS);
      }
    }
  };
  return withDeadline(attempt(), waitMs, clock).catch(() => undefined);
}
