/** Jobs that were given up. They stay until a person decides. */
import type { Database } from '../database/connect.ts';
import type { JobRow } from '../database/generated/tables.ts';

export type DeadJob = Pick<JobRow, 'id' | 'kind' | 'key' | 'organisation_id' | 'failures' | 'last_error'> & {
  dead_at: Date;
};

/** The newest first. Uses job_dead. */
export async function listDeadJobs(db: Database, limit: number): Promise<DeadJob[]> {
  return await db<DeadJob[]>`
    SELECT id, kind, key, organisation_id, failures, last_error, dead_at
    FROM job WHERE dead_at IS NOT NULL ORDER BY dead_at DESC, id DESC LIMIT ${limit}`;
}

/** False where there is no such dead job. When another of its kind and key is open by now, that one runs at once instead. */
export async function runDeadJobAgain(tx: Database, id: string): Promise<boolean> {
  const [dead] = await tx<{ kind: string; key: string }[]>`
    SELECT kind, key FROM job WHERE id = ${id} AND dead_at IS NOT NULL FOR UPDATE`;
  if (!dead) return false;
  const { count } = await tx`
    UPDATE job SET run_at = least(run_at, serai_now())
    WHERE kind = ${dead.kind} AND key = ${dead.key} AND dead_at IS NULL`;
  if (count > 0) await tx`DELETE FROM job WHERE id = ${id}`;
  else await tx`UPDATE job SET dead_at = NULL, failures = 0, run_at = serai_now() WHERE id = ${id}`;
  return true;
}
