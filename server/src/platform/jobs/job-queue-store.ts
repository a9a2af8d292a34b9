/** How far behind the jobs are, for people who look often: reads what is due and what is dead, never all that waits for its time. */
import type { Database } from '../database/connect.ts';

export interface JobQueue {
  kind: string;
  queued: number;
  dead: number;
  lag_seconds: number;
}

/** There are as many kinds as the code has. */
const MAX_KINDS = 200;

/**
 * Kinds by hops over job_open, organisations by hops over job_due, of each only what is due, and the dead by job_dead. Of one
 * organisation at most `limit` are counted, and so of all.
 */
export async function readJobQueues(db: Database, limit: number): Promise<JobQueue[]> {
  return await db<JobQueue[]>`
    WITH RECURSIVE kinds AS (
      (SELECT kind FROM job WHERE dead_at IS NULL ORDER BY kind LIMIT 1)
      UNION ALL
      SELECT (SELECT kind FROM job WHERE dead_at IS NULL AND kind > kinds.kind ORDER BY kind LIMIT 1)
      FROM kinds WHERE kinds.kind IS NOT NULL
    ), turns AS (
      (SELECT coalesce(organisation_id, '') AS turn FROM job WHERE dead_at IS NULL
       ORDER BY coalesce(organisation_id, '') LIMIT 1)
      UNION ALL
      SELECT (SELECT coalesce(organisation_id, '') FROM job
              WHERE dead_at IS NULL AND coalesce(organisation_id, '') > turns.turn
              ORDER BY coalesce(organisation_id, '') LIMIT 1)
      FROM turns WHERE turns.turn IS NOT NULL
    ), due AS (
      SELECT first.kind, first.due_at
      FROM turns CROSS JOIN LATERAL (
        SELECT kind, coalesce(lease_until, run_at) AS due_at FROM job
        WHERE dead_at IS NULL AND coalesce(organisation_id, '') = turns.turn
          AND coalesce(lease_until, run_at) <= (SELECT serai_now())
        ORDER BY coalesce(lease_until, run_at) LIMIT ${limit}
      ) AS first
      WHERE turns.turn IS NOT NULL
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
