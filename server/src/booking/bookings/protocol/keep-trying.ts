/** What must be written although the database is away: tried at once, then in the background for as long as it may count. */
import { type Clock, sleep } from '../../../platform/clock.ts';
import { withDeadline } from '../../../platform/deadline.ts';
import type { Log } from '../../../platform/log.ts';
import { RECORD_MS } from './journal-booking.ts';

const PAUSE_MS = 500;

/**
 * The result, or undefined when there is none within `answerMs`; the work goes on. After RECORD_MS it is given up: the lease of
 * the attempt has ended by then and the reconciler finds out.
 */
export async function keepTrying<T>(
  { clock, log }: { clock: Clock; log: Log },
  work: () => Promise<T>,
  answerMs: number,
): Promise<T | undefined> {
  const endMs = clock.monotonicMs() + RECORD_MS;
  const attempt = async (): Promise<T | undefined> => {
    for (;;) {
      try {
        return await work();
      } catch (err) {
        log.warn({ err }, 'an outcome was not written and is tried again');
        if (clock.monotonicMs() + PAUSE_MS >= endMs) return undefined;
        await sleep(clock, PAUSE_MS);
      }
    }
  };
  return withDeadline(attempt(), answerMs, clock).catch(() => undefined);
}
