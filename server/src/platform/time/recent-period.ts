/** The period that a request for recent figures covers. Pure. */

const DAY_MS = 86_400_000;

interface Lengths {
  defaultDays: number;
  maxDays: number;
}

/**
 * `to` defaults to the current time, and `from` to the default length before `to`. If the period is too long, it starts
 * later.
 */
export function recentPeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
  { defaultDays, maxDays }: Lengths,
): { fromMs: number; toMs: number } {
  const givenFrom = from === undefined ? undefined : Date.parse(from);
  const toMs = to === undefined ? Math.max(nowMs, (givenFrom ?? nowMs) + 1) : Date.parse(to);
  const fromMs = Math.max(givenFrom ?? toMs - defaultDays * DAY_MS, toMs - maxDays * DAY_MS);
  return { fromMs, toMs };
}
