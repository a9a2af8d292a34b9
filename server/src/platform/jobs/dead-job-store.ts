/** Jobs that failed permanently (`dead_at` is set) and wait for a manual decision. */
import type { Database } from '../database/connect.ts';
import type { JobRow } from '../database/generated/tables.ts';
import { isOf, type JobOwners } from './job-list-store.ts';

export type DeadWish = { owners: JobOwners } & ({ jobId: string } | { kind: string });

export type DeadJob = JobRow & { dead_at: Date };

/**
 * Restarts the jobs that failed longest ago and returns them. If a newer job with the same kind and key is open, that
 * job becomes due instead. Jobs are deleted and inserted again, because a newer job may be inserted at the same time.
 */
export async function runDeadJobsAgain(tx: Database, wish: DeadWish, limit: number): Promise<DeadJob[]> {
  const dead = await tx<DeadJob[]>`
    WITH wanted AS MATERIALIZED (
      SELECT id FROM job WHERE dead_at IS NOT NULL AND ${isOf(tx, wish.owners)} AND ${isWished(tx, wish)}
      ORDER BY dead_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    DELETE FROM job USING wanted WHERE job.id = wanted.id RETURNING job.*`;
  // Selects the latest job of each kind and key, in a fixed order, so that concurrent calls cannot deadlock.
  const again = new Map(
    dead
      .toSorted((a, b) => a.dead_at.getTime() - b.dead_at.getTime())
      .map(job => [`${job.kind} ${job.key}`, job] as const),
  );
  const rows = [...again.keys()].sort().map(name => again.get(name));
  await tx`
    INSERT INTO job (id, kind, key, organisation_id, payload, run_at, fence, created_at)
    SELECT id, kind, key, organisation_id, payload, serai_now(), fence, created_at
    FROM json_populate_recordset(NULL::job, ${tx.json(rows)})
    ON CONFLICT (kind, key) WHERE dead_at IS NULL DO UPDATE SET run_at = least(job.run_at, excluded.run_at)`;
  return dead;
}

export interface DeadCount {
  kind: string;
  dead: number;
}

/** Counts permanently failed jobs by kind, using the index job_dead. */
export async function countDeadJobs(
  db: Database,
  { owners, kind }: { owners?: JobOwners; kind?: string } = {},
): Promise<DeadCount[]> {
  return await db<DeadCount[]>`
    SELECT kind, count(*)::int AS dead FROM job
    WHERE dead_at IS NOT NULL AND ${isOf(db, owners)} ${kind === undefined ? db`` : db`AND kind = ${kind}`}
    GROUP BY kind ORDER BY kind LIMIT 200`;
}

function isWished(tx: Database, wish: DeadWish) {
  return 'jobId' in wish ? tx`id = ${wish.jobId}` : tx`kind = ${wish.kind}`;
}
