/** Stores jobs as rows. Every write by a running job includes its fencing token. */
import type { Database } from '../database/connect.ts';
import type { Statement } from '../database/statement.ts';
import { newReferenceId } from '../ids/reference-id.ts';
import { type DueTime, LeaseLostError } from './job.ts';

export interface NewJob {
  kind: string;
  key: string;
  organisationId: string | null;
  payload?: unknown;
}

/** Merges the job with an open job of the same kind and key. The earlier time and the newer payload win. */
export async function enqueue(tx: Database, job: NewJob & DueTime): Promise<void> {
  const { kind, key, organisationId, payload = {} } = job;
  await tx`
    INSERT INTO job (id, kind, key, organisation_id, payload, run_at)
    VALUES (${newReferenceId('job')}, ${kind}, ${key}, ${organisationId}, ${tx.json(payload)}, ${dueAt(tx, job)})
    ON CONFLICT (kind, key) WHERE dead_at IS NULL DO UPDATE
    SET run_at = least(job.run_at, excluded.run_at), payload = excluded.payload`;
}

/** Adds the job, unless there is an open job of the same kind and key. */
export async function enqueueIfMissing(tx: Database, job: NewJob & DueTime): Promise<void> {
  const { kind, key, organisationId, payload = {} } = job;
  await tx`
    INSERT INTO job (id, kind, key, organisation_id, payload, run_at)
    VALUES (${newReferenceId('job')}, ${kind}, ${key}, ${organisationId}, ${tx.json(payload)}, ${dueAt(tx, job)})
    ON CONFLICT (kind, key) WHERE dead_at IS NULL DO NOTHING`;
}

/** Like `enqueue`, for several jobs with different kinds or keys. */
export async function enqueueAll(
  tx: Database,
  jobs: readonly (Omit<NewJob, 'payload'> & { runAtMs: number })[],
): Promise<void> {
  await tx`
    INSERT INTO job (id, kind, key, organisation_id, payload, run_at)
    SELECT id, kind, key, organisation_id, '{}', run_at
    FROM unnest(${jobs.map(() => newReferenceId('job'))}::text[], ${jobs.map(({ kind }) => kind)}::text[],
        ${jobs.map(({ key }) => key)}::text[], ${jobs.map(({ organisationId }) => organisationId)}::text[],
        ${jobs.map(({ runAtMs }) => new Date(runAtMs))}::timestamptz[]) AS job (id, kind, key, organisation_id, run_at)
    ON CONFLICT (kind, key) WHERE dead_at IS NULL DO UPDATE
    SET run_at = least(job.run_at, excluded.run_at), payload = excluded.payload`;
}

/** Deletes the open job. A current run of the job can no longer change anything. */
export async function finishJob(tx: Database, kind: string, key: string): Promise<void> {
  await tx`DELETE FROM job WHERE kind = ${kind} AND key = ${key} AND dead_at IS NULL`;
}

/** Replaces the open job of the same kind and key, even if it has an earlier time. */
export async function reschedule(tx: Database, job: NewJob & DueTime): Promise<void> {
  await finishJob(tx, job.kind, job.key);
  await enqueue(tx, job);
}

/** Whether the open job of this kind and key is running or due. */
export async function isJobUnderWay(db: Database, kind: string, key: string): Promise<boolean> {
  const { count } = await db`
    SELECT FROM job WHERE kind = ${kind} AND key = ${key} AND dead_at IS NULL
      AND (lease_until IS NOT NULL OR run_at <= serai_now())`;
  return count > 0;
}

export interface Lease {
  id: string;
  fence: number;
}

/** Returns false if the lease has been lost. */
export async function renewLease(db: Database, { id, fence }: Lease, leaseMs: number): Promise<boolean> {
  const { count } = await db`
    UPDATE job SET lease_until = serai_now() + ${leaseMs} * interval '1 millisecond'
    WHERE id = ${id} AND fence = ${fence} AND lease_until IS NOT NULL AND dead_at IS NULL`;
  return count === 1;
}

/** Locks the job until the end of the transaction. Throws LeaseLostError if the lease has been lost. */
export async function guardLease(tx: Database, { id, fence }: Lease): Promise<void> {
  const { count } = await tx`
    SELECT FROM job WHERE id = ${id} AND fence = ${fence} AND lease_until IS NOT NULL AND dead_at IS NULL FOR UPDATE`;
  if (count !== 1) throw new LeaseLostError(id);
}

/** A job that was enqueued again while it ran is kept. */
export async function endDone(db: Database, { id, fence }: Lease): Promise<boolean> {
  const { count } = await db`
    WITH gone AS (
      DELETE FROM job WHERE id = ${id} AND fence = ${fence} AND lease_until IS NOT NULL AND run_at = 'infinity'
      RETURNING id
    ), kept AS (
      UPDATE job SET lease_until = NULL, failures = 0, last_error = NULL
      WHERE id = ${id} AND fence = ${fence} AND lease_until IS NOT NULL AND run_at <> 'infinity'
      RETURNING id
    )
    SELECT id FROM gone UNION ALL SELECT id FROM kept`;
  return count === 1;
}

export async function endAgain(db: Database, { id, fence }: Lease, time: DueTime): Promise<boolean> {
  const { count } = await db`
    UPDATE job SET lease_until = NULL, failures = 0, last_error = NULL, run_at = least(run_at, ${dueAt(db, time)})
    WHERE id = ${id} AND fence = ${fence} AND lease_until IS NOT NULL`;
  return count === 1;
}

export async function endFailed(
  db: Database,
  { id, fence }: Lease,
  error: string,
  delayMs: number,
): Promise<boolean> {
  const { count } = await db`
    UPDATE job SET lease_until = NULL, failures = failures + 1, last_error = ${error},
      run_at = ${dueAt(db, { delayMs })}
    WHERE id = ${id} AND fence = ${fence} AND lease_until IS NOT NULL`;
  return count === 1;
}

/** Marks the job as failed permanently. It is kept until it is restarted manually. */
export async function endDead(db: Database, { id, fence }: Lease, error: string | null): Promise<boolean> {
  const { count } = await db`
    UPDATE job SET lease_until = NULL, dead_at = serai_now(), failures = failures + 1,
      last_error = coalesce(${error}, last_error), run_at = serai_now()
    WHERE id = ${id} AND fence = ${fence} AND lease_until IS NOT NULL`;
  return count === 1;
}

/** Lets the next runner claim the job immediately. Writes with the old fencing token have no effect. */
export async function releaseLease(db: Database, { id, fence }: Lease): Promise<void> {
  await db`
    UPDATE job SET lease_until = NULL, fence = fence + 1, run_at = serai_now()
    WHERE id = ${id} AND fence = ${fence} AND lease_until IS NOT NULL`;
}

function dueAt(db: Database, time: DueTime): Statement {
  return 'runAtMs' in time
    ? db`${new Date(time.runAtMs)}::timestamptz`
    : db`serai_now() + ${time.delayMs}::float8 * interval '1 millisecond'`;
}
