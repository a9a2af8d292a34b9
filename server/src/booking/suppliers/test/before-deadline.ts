/** Nothing at a test provider outlives the deadline of its call, or the patience of the caller. */
import { type Clock, sleep } from '../../../platform/clock.ts';
import type { Call } from '../../port/call.ts';

export function isOver(clock: Clock, call: Call): boolean {
  return call.signal.aborted || clock.monotonicMs() >= call.deadlineMs;
}

/** For so long at most; without a time, to the end of the call. */
export async function waitWithin(clock: Clock, call: Call, ms = Number.POSITIVE_INFINITY): Promise<void> {
  await sleep(clock, Math.min(ms, leftMs(clock, call)), call.signal);
}

/** What the work gives, or `late` when the call ends first. The work goes on. */
export async function beforeDeadline<T>(clock: Clock, call: Call, work: Promise<T>, late: T): Promise<T> {
  const done = new AbortController();
  const end = sleep(clock, leftMs(clock, call), AbortSignal.any([call.signal, done.signal]));
  try {
    return await Promise.race([work, end.then(() => late)]);
  } finally {
    done.abort();
  }
}

function leftMs(clock: Clock, call: Call): number {
  return Math.max(call.deadlineMs - clock.monotonicMs(), 0);
}
