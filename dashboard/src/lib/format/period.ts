interface Period {
  from: string;
  to: string;
  bucketSeconds: number;
}

/** More bars would be too narrow for a chart. */
const MAX_BUCKETS = 400;

/** Adds the empty buckets that the server omits. */
export function fillBuckets<Bucket extends { start: string }>(
  { from, to, bucketSeconds }: Period,
  buckets: readonly Bucket[],
  empty: (start: string) => Bucket,
): Bucket[] {
  const widthMs = bucketSeconds * 1000;
  const known = new Map(buckets.map(bucket => [Date.parse(bucket.start), bucket]));
  const firstMs = Date.parse(from);
  const count = Math.min(MAX_BUCKETS, Math.max(1, Math.ceil((Date.parse(to) - firstMs) / widthMs)));
  return Array.from({ length: count }, (_, index) => {
    const startMs = firstMs + index * widthMs;
    return known.get(startMs) ?? empty(new Date(startMs).toISOString());
  });
}

const UNIT_MS = { h: 3_600_000, d: 86_400_000 } as const;

/** Start of a period that ends now, such as `24h` or `7d`. Whole minutes keep the query key stable. */
export function periodFrom(period: string | undefined, nowMs = Date.now()): string {
  return wholeMinute(nowMs - lengthMs(period));
}

function lengthMs(period: string | undefined): number {
  const [, digits = '24', unit = 'h'] = /^(\d{1,3})([hd])$/.exec(period ?? '') ?? [];
  return Number(digits) * UNIT_MS[unit as 'h' | 'd'];
}

function wholeMinute(ms: number): string {
  return new Date(Math.floor(ms / 60_000) * 60_000).toISOString();
}

/**
 * A period that moves with the clock. Each request computes its times, so that a response of the same window is the
 * same data, only older, and not the data of another input.
 */
export interface TimeWindow {
  name: string;
  times: (nowMs: number) => { from: string; to?: string };
}

/** The period that ends now. Default: the last 24 hours. */
export function lastPeriod(period: string | undefined): TimeWindow {
  return { name: `last ${period ?? '24h'}`, times: nowMs => ({ from: periodFrom(period, nowMs) }) };
}

/** The period of the same length before it. */
export function periodBefore(period: string): TimeWindow {
  return {
    name: `before ${period}`,
    times: nowMs => ({
      from: wholeMinute(nowMs - 2 * lengthMs(period)),
      to: wholeMinute(nowMs - lengthMs(period)),
    }),
  };
}

/** From midnight in the user's time zone. */
export const TODAY: TimeWindow = { name: 'today', times: nowMs => ({ from: midnight(nowMs, 0) }) };

/** Yesterday until the same time of day, so that both days are equally long. */
export const YESTERDAY_BY_NOW: TimeWindow = {
  name: 'yesterday by now',
  times: nowMs => {
    const from = midnight(nowMs, -1);
    const sinceMidnightMs = Math.max(60_000, nowMs - Date.parse(midnight(nowMs, 0)));
    return { from, to: wholeMinute(Date.parse(from) + sinceMidnightMs) };
  },
};

function midnight(nowMs: number, days: number): string {
  const day = new Date(nowMs);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return day.toISOString();
}
