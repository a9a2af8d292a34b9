/**
 * A commit whose answer was lost may have happened, or may still happen. The same journal is tried again, which waits for the
 * locks of the one before and so finds out; until then nobody may say that nothing was done.
 */
import { type Clock, sleep } from '../../../platform/clock.ts';
import { DatabaseError, isUnavailable } from '../../../platform/database/is-unavailable.ts';

export interface Decide {
  clock: Clock;
  /** By the monotonic clock. */
  untilMs: number;
}

const PAUSE_MS = 250;

/** Throws what the last try threw where the time is up. Without `decide` one try is made. */
export async function untilDecided<T>(decide: Decide | undefined, journal: () => Promise<T>): Promise<T> {
  let isUnclear = false;
  for (;;) {
    try {
      return await journal();
    } catch (error) {
      isUnclear ||= error instanceof DatabaseError && error.code === 'COMMIT_UNKNOWN';
      const leftMs = decide === undefined ? 0 : decide.untilMs - decide.clock.monotonicMs();
      if (!isUnclear || !isUnavailable(error) || decide === undefined || leftMs <= 0) throw error;
      await sleep(decide.clock, Math.min(PAUSE_MS, leftMs));
    }
  }
}
