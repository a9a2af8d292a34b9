/** The period that a request for recent figures covers. Pure. */

const DAY_MS = 86_400_000;
/** A period of whole days is an hour longer when the clocks are set back. */
const HOUR_MS = 3_600_000;

interface Lengths {
  defaultDays: number;
  maxDays: number;
}

/**
 * `to` defaults to the current time, and `from` to the default length before `to`. A period up to the current time that
 * is too long starts later. The contract limits the others.
 */
export function recentPeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
  { defaultDays, maxDays }: Lengths,
): { fromMs: number; toMs: number } {
  const givenFrom = from === undefined ? undefined : Date.parse(from);
  const toMs = to === undefined ? Math.max(nowMs, (givenFrom ?? nowMs) + 1) : Date.parse(to);
  const fromMs = givenFrom ?? toMs - defaultDays * DAY_MS;
  return { fromMs: to === undefined ? Math.max(fromMs, toMs - maxDays * DAY_MS - HOUR_MS) : fromMs, toMs };
}
