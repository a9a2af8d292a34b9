/**
 * Attempts at deliveries to one endpoint over a period. For a busy endpoint, only the newest attempts are read, so that
 * the page stays fast.
 */
import type { Database } from '../../platform/database/connect.ts';

export interface ActivityBucket {
  start: Date;
  succeeded: number;
  failed: number;
  p95Ms: number | null;
}

export interface Activity {
  attempts: number;
  failed: number;
  p95Ms: number | null;
  isSample: boolean;
  buckets: ActivityBucket[];
}

export interface ActivityPeriod {
  from: Date;
  to: Date;
  bucketSeconds: number;
}

const MOST_ATTEMPTS = 5_000;

type Row = { start: Date | null; attempts: number; failed: number; p95: number | null };

/** Uses webhook_attempt_by_endpoint. The row without a start is the total. */
export async function readActivity(
  db: Database,
  endpointId: string,
  { from, to, bucketSeconds }: ActivityPeriod,
): Promise<Activity> {
  const rows = await db<Row[]>`
    SELECT start, count(*)::int AS attempts, count(error)::int AS failed,
           percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE status IS NOT NULL) AS p95
    FROM (
      SELECT date_bin(${bucketSeconds}::float8 * interval '1 second', at, ${from}) AS start, duration_ms, status, error
      FROM webhook_attempt WHERE endpoint_id = ${endpointId} AND at >= ${from} AND at < ${to}
      ORDER BY at DESC LIMIT ${MOST_ATTEMPTS}
    ) AS attempt
    GROUP BY GROUPING SETS ((start), ()) ORDER BY start`;
  const all = rows.find(row => row.start === null);
  return {
    attempts: all?.attempts ?? 0,
    failed: all?.failed ?? 0,
    p95Ms: all?.p95 ?? null,
    isSample: all?.attempts === MOST_ATTEMPTS,
    buckets: rows.flatMap(({ start, attempts, failed, p95 }) =>
      start === null ? [] : [{ start, succeeded: attempts - failed, failed, p95Ms: p95 }],
    ),
  };
}
