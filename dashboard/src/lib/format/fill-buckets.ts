/** Buckets of a period without holes: the server leaves out those in which nothing happened. */
interface Period {
  from: string;
  to: string;
  bucketSeconds: number;
}

/** More would be narrower than a chart can show. */
const MOST = 400;

export function fillBuckets<Bucket extends { start: string }>(
  { from, to, bucketSeconds }: Period,
  buckets: readonly Bucket[],
  empty: (start: string) => Bucket,
): Bucket[] {
  const widthMs = bucketSeconds * 1000;
  const known = new Map(buckets.map(bucket => [Date.parse(bucket.start), bucket]));
  const firstMs = Date.parse(from);
  const count = Math.min(MOST, Math.max(1, Math.ceil((Date.parse(to) - firstMs) / widthMs)));
  return Array.from({ length: count }, (_, index) => {
    const startMs = firstMs + index * widthMs;
    return known.get(startMs) ?? empty(new Date(startMs).toISOString());
  });
}
