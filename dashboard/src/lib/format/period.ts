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

/** A chart of fewer points would look empty too. */
const MIN_POINTS = 8;
/** The charts of a period have only these lengths, so that they rarely change while the period moves on. */
const LENGTHS = [1 / 6, 1 / 3, 1 / 2];

/** The end of a period, from shortly before its first value on, so that a short history fills the chart. */
export function cutEmptyStart<Point>(
  points: readonly Point[],
  isEmpty: (point: Point) => boolean,
): readonly Point[] {
  const used = points.length - points.findIndex(point => !isEmpty(point));
  if (used > points.length) return points;
  const counts = LENGTHS.map(share => Math.max(MIN_POINTS, Math.ceil(points.length * share)));
  const count = counts.find(each => each > used) ?? points.length;
  return points.slice(-count);
}

/** The time that a point of a chart covers, for example `minute` or `15 minutes`. */
export function bucketWords(bucketSeconds: number): string {
  const [count, unit] =
    bucketSeconds % 86_400 === 0
      ? [bucketSeconds / 86_400, 'day']
      : bucketSeconds % 3_600 === 0
        ? [bucketSeconds / 3_600, 'hour']
        : [bucketSeconds / 60, 'minute'];
  return count === 1 ? unit : `${count} ${unit}s`;
}

const UNIT_MS = { h: 3_600_000, d: 86_400_000 } as const;

/**
 * Start of a period that ends now, such as `24h` or `7d`. Days are calendar days in UTC, as in the counters, and today is
 * the last of them. Whole minutes keep the query key stable.
 */
export function periodFrom(period: string | undefined, nowMs = Date.now()): string {
  const [, digits = '24', unit = 'h'] = /^(\d{1,3})([hd])$/.exec(period ?? '') ?? [];
  if (unit === 'd') {
    const today = Math.floor(nowMs / UNIT_MS.d) * UNIT_MS.d;
    return new Date(today - (Number(digits) - 1) * UNIT_MS.d).toISOString();
  }
  const fromMs = nowMs - Number(digits) * UNIT_MS.h;
  return new Date(Math.floor(fromMs / 60_000) * 60_000).toISOString();
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
