/**
 * Measures the backlog of jobs. It is cheap enough for frequent use, because it reads only due and permanently failed
 * jobs, and one job per kind.
 */
import type { Database } from '../database/connect.ts';

export interface JobQueue {
  kind: string;
  queued: number;
  dead: number;
  lag_seconds: number;
}

/** Higher than the number of kinds of jobs. */
const MAX_KINDS = 200;

/**
 * Finds kinds with a loose index scan of job_open, due jobs with job_waiting and job_backlog, and permanently failed
 * jobs with job_dead. Counts at most `limit` due jobs.
 */
export async function readJobQueues(db: Database, limit: number): Promise<JobQueue[]> {
  return await db<JobQueue[]>`
    WITH RECURSIVE kinds AS (
      (SELECT kind FROM job WHERE dead_at IS NULL ORDER BY kind LIMIT 1)
      UNION ALL
      SELECT (SELECT kind FROM job WHERE dead_at IS NULL AND kind > kinds.kind ORDER BY kind LIMIT 1)
      FROM kinds WHERE kinds.kind IS NOT NULL
    ), due AS (
      (SELECT kind, coalesce(lease_until, run_at) AS due_at FROM job
       WHERE dead_at IS NULL AND is_backlog AND coalesce(lease_until, run_at) <= (SELECT serai_now()) LIMIT ${limit})
      UNION ALL
      (SELECT kind, coalesce(lease_until, run_at) FROM job
       WHERE dead_at IS NULL AND NOT is_backlog AND coalesce(lease_until, run_at) <= (SELECT serai_now())
       ORDER BY coalesce(lease_until, run_at) LIMIT ${limit})
      LIMIT ${limit}
    ), waiting AS (
      SELECT kind, count(*)::int AS queued, min(due_at) AS oldest FROM due GROUP BY kind
    ), dead AS (
      SELECT kind, count(*)::int AS dead FROM job WHERE dead_at IS NOT NULL GROUP BY kind
    )
    SELECT kind, coalesce(queued, 0) AS queued, coalesce(dead.dead, 0) AS dead,
      coalesce(extract(epoch FROM (SELECT serai_now()) - oldest), 0)::float8 AS lag_seconds
    FROM (SELECT kind FROM kinds WHERE kind IS NOT NULL UNION SELECT kind FROM dead) AS known
    LEFT JOIN waiting USING (kind) LEFT JOIN dead USING (kind)
    ORDER BY kind LIMIT ${MAX_KINDS}`;
}
