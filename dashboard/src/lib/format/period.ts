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
  const [, digits = '24', unit = 'h'] = /^(\d{1,3})([hd])$/.exec(period ?? '') ?? [];
  const fromMs = nowMs - Number(digits) * UNIT_MS[unit as 'h' | 'd'];
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
