/** Which slots a period is read from, and how wide its buckets are. Pure. */
import type { SlotMinutes } from './counted-calls.ts';

export interface HealthPeriod {
  from: Date;
  to: Date;
  slotMinutes: SlotMinutes;
  bucketSeconds: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Minutes are kept for two days; read for longer than this they would be too many. */
const MINUTES_FOR_MS = 6 * HOUR_MS;
const MINUTES_SINCE_MS = 47 * HOUR_MS;
/** As long as the hours are kept. */
const LONGEST_MS = 30 * DAY_MS;
const MOST_BUCKETS = 60;
const MOST_MINUTES = 120;
const HOURS_A_BUCKET = [1, 2, 4, 6, 12, 24];

/** The last day where the input names no other. Begins with a whole bucket. */
export function healthPeriod(
  input: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
): HealthPeriod {
  const toMs = input.to === undefined ? nowMs : Date.parse(input.to);
  const wishedMs = input.from === undefined ? toMs - DAY_MS : Date.parse(input.from);
  const fromMs = Math.max(wishedMs, toMs - LONGEST_MS);
  const lengthMs = Math.max(0, toMs - fromMs);
  const byMinute = lengthMs <= MINUTES_FOR_MS && fromMs >= nowMs - MINUTES_SINCE_MS;
  const bucketMs = byMinute ? minutesABucket(lengthMs) * 60_000 : hoursABucket(lengthMs) * HOUR_MS;
  return {
    from: new Date(Math.floor(fromMs / bucketMs) * bucketMs),
    to: new Date(toMs),
    slotMinutes: byMinute ? 1 : 60,
    bucketSeconds: bucketMs / 1000,
  };
}

function minutesABucket(lengthMs: number): number {
  return lengthMs / 60_000 <= MOST_MINUTES ? 1 : 5;
}

function hoursABucket(lengthMs: number): number {
  return HOURS_A_BUCKET.find(hours => lengthMs / (hours * HOUR_MS) <= MOST_BUCKETS) ?? 24;
}
