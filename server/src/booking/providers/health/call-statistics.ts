/** Statistics about provider calls: slots of counts, a histogram of durations, and the slots to read for a period. Pure. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { ProviderOperation } from '../../port/call.ts';

/** Width of a slot. Minute slots are stored for two days, hour slots for 30 days. */
export type SlotMinutes = 1 | 60;

export interface CountedCalls {
  slotMinutes: SlotMinutes;
  environment: Environment;
  /** Minutes since 1970. */
  startMinute: number;
  code: string;
  operation: ProviderOperation;
  calls: number;
  errors: number;
  timeouts: number;
  maxMs: number;
  /** Histogram: calls per duration class. */
  durations: number[];
}

export function slotKey({ slotMinutes, environment, startMinute, code, operation }: CountedCalls): string {
  return `${slotMinutes} ${environment} ${startMinute} ${code} ${operation}`;
}

export function addCalls(to: CountedCalls, more: CountedCalls): void {
  to.calls += more.calls;
  to.errors += more.errors;
  to.timeouts += more.timeouts;
  to.maxMs = Math.max(to.maxMs, more.maxMs);
  to.durations = to.durations.map((count, i) => count + (more.durations[i] ?? 0));
}

export function byHour(minutes: readonly CountedCalls[]): CountedCalls[] {
  const hours = new Map<string, CountedCalls>();
  for (const minute of minutes) {
    const startMinute = Math.floor(minute.startMinute / 60) * 60;
    const hour: CountedCalls = { ...minute, slotMinutes: 60, startMinute };
    const known = hours.get(slotKey(hour));
    if (known === undefined) hours.set(slotKey(hour), hour);
    else addCalls(known, hour);
  }
  return [...hours.values()];
}

/**
 * Upper bounds of the histogram classes in milliseconds. The last class is unbounded. Stored rows depend on these
 * bounds, so they must never change.
 */
const CLASS_ENDS_MS = [10, 25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800] as const;

export const CLASSES = CLASS_ENDS_MS.length + 1;

export function classOf(durationMs: number): number {
  const found = CLASS_ENDS_MS.findIndex(end => durationMs <= end);
  return found === -1 ? CLASSES - 1 : found;
}

/** Interpolates within the class. The result never exceeds `maxMs`. Returns null if there are no calls. */
export function percentileOf(classes: readonly number[], share: number, maxMs: number): number | null {
  const all = classes.reduce((sum, each) => sum + each, 0);
  if (all === 0) return null;
  const wanted = share * all;
  let before = 0;
  for (const [i, count] of classes.entries()) {
    if (count > 0 && before + count >= wanted) {
      const startMs = CLASS_ENDS_MS[i - 1] ?? 0;
      const endMs = Math.min(CLASS_ENDS_MS[i] ?? maxMs, maxMs);
      return Math.round(Math.min(maxMs, startMs + (endMs - startMs) * ((wanted - before) / count)));
    }
    before += count;
  }
  return maxMs;
}

interface HealthPeriod {
  from: Date;
  to: Date;
  slotMinutes: SlotMinutes;
  bucketSeconds: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longest period read from minute slots. A longer period would read too many rows. */
const MAX_MINUTE_PERIOD_MS = 6 * HOUR_MS;
/** Oldest start read from minute slots, which are kept for two days. */
const MAX_MINUTE_AGE_MS = 47 * HOUR_MS;
/** Retention of hour slots. */
const MAX_PERIOD_MS = 30 * DAY_MS;
const MAX_BUCKETS = 60;
const MAX_ONE_MINUTE_BUCKETS = 120;
const BUCKET_HOURS = [1, 2, 4, 6, 12, 24];

/** Defaults to the last day. The period starts at a bucket boundary. */
export function healthPeriod(
  input: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
): HealthPeriod {
  const toMs = input.to === undefined ? nowMs : Date.parse(input.to);
  const requestedMs = input.from === undefined ? toMs - DAY_MS : Date.parse(input.from);
  const fromMs = Math.max(requestedMs, toMs - MAX_PERIOD_MS);
  const lengthMs = Math.max(0, toMs - fromMs);
  const byMinute = lengthMs <= MAX_MINUTE_PERIOD_MS && fromMs >= nowMs - MAX_MINUTE_AGE_MS;
  const bucketMs = byMinute ? bucketMinutes(lengthMs) * 60_000 : bucketHours(lengthMs) * HOUR_MS;
  return {
    from: new Date(Math.floor(fromMs / bucketMs) * bucketMs),
    to: new Date(toMs),
    slotMinutes: byMinute ? 1 : 60,
    bucketSeconds: bucketMs / 1000,
  };
}

function bucketMinutes(lengthMs: number): number {
  return lengthMs / 60_000 <= MAX_ONE_MINUTE_BUCKETS ? 1 : 5;
}

function bucketHours(lengthMs: number): number {
  return BUCKET_HOURS.find(hours => lengthMs / (hours * HOUR_MS) <= MAX_BUCKETS) ?? 24;
}
