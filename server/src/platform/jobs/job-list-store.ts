import type { Database } from '../database/connect.ts';
import type { JobRow } from '../database/generated/tables.ts';
import type { Statement } from '../database/statement.ts';

/** The organisations whose jobs are listed. Null means jobs without an organisation, and undefined means all jobs. */
export type JobOwners = readonly (string | null)[] | undefined;

export type ShownState = 'DEAD' | 'WAITING' | 'RUNNING';

export interface JobWish {
  owners: JobOwners;
  state: ShownState;
  kind: string | undefined;
  /** The last job of the previous page. */
  after: { place: string; id: string } | undefined;
  limit: number;
}

type Shown = 'id' | 'kind' | 'key' | 'organisation_id' | 'failures' | 'last_error' | 'created_at' | 'dead_at';

export interface ListedJob extends Pick<JobRow, Shown> {
  /** Null for jobs that failed permanently. */
  due_at: Date | null;
  /** The time that the list is sorted by. Unlike a Date, it is exact to the microsecond. */
  place: string;
}

/**
 * Lists jobs that failed permanently, newest first (uses the index job_dead), or other jobs by due time (uses job_due
 * if one owner is given).
 */
export async function listJobs(db: Database, wish: JobWish): Promise<ListedJob[]> {
  const { owners, state, kind, after, limit } = wish;
  const isDead = state === 'DEAD';
  const at = isDead ? db`dead_at` : db`coalesce(lease_until, run_at)`;
  const compare = isDead ? db`<` : db`>`;
  const direction = isDead ? db`DESC` : db`ASC`;
  return await db<ListedJob[]>`
    SELECT id, kind, key, organisation_id, failures, last_error, created_at, dead_at,
      CASE WHEN dead_at IS NULL THEN coalesce(lease_until, run_at) END AS due_at,
      to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
    FROM job
    WHERE ${isIn(db, state)} AND ${isOf(db, owners)}
      ${kind === undefined ? db`` : db`AND kind = ${kind}`}
      ${after ? db`AND (${at}, id) ${compare} (${after.place}::text::timestamptz, ${after.id})` : db``}
    ORDER BY ${at} ${direction}, id ${direction}
    LIMIT ${limit}`;
}

export interface JobCounts {
  kind: string;
  waiting: number;
  running: number;
  dead: number;
  oldest_due_at: Date | null;
  lag_seconds: number;
}

/** Higher than the number of kinds of jobs. */
const MAX_KINDS = 200;

/** Reads every job of the owners, so it must not be called periodically. */
export async function countJobs(
  db: Database,
  owners: JobOwners,
  kind: string | undefined,
): Promise<JobCounts[]> {
  return await db<JobCounts[]>`
    SELECT kind, waiting, running, dead, oldest_due_at,
      coalesce(extract(epoch FROM now - oldest_due_at), 0)::float8 AS lag_seconds
    FROM (SELECT serai_now() AS now) AS clock, LATERAL (
      SELECT kind,
        count(*) FILTER (WHERE dead_at IS NULL AND coalesce(lease_until <= clock.now, true))::int AS waiting,
        count(*) FILTER (WHERE dead_at IS NULL AND lease_until > clock.now)::int AS running,
        count(*) FILTER (WHERE dead_at IS NOT NULL)::int AS dead,
        min(coalesce(lease_until, run_at)) FILTER (
          WHERE dead_at IS NULL AND coalesce(lease_until, run_at) <= clock.now) AS oldest_due_at
      FROM job
      WHERE ${isOf(db, owners)} ${kind === undefined ? db`` : db`AND kind = ${kind}`}
      GROUP BY kind
    ) AS counts
    ORDER BY kind LIMIT ${MAX_KINDS}`;
}

export function isOf(db: Database, owners: JobOwners): Statement {
  if (owners === undefined) return db`true`;
  return db`coalesce(organisation_id, '') = ANY (${owners.map(owner => owner ?? '')}::text[])`;
}

/** A job whose runner was lost counts as waiting. */
function isIn(db: Database, state: ShownState): Statement {
  switch (state) {
    case 'DEAD':
      return db`dead_at IS NOT NULL`;
    case 'WAITING':
      return db`dead_at IS NULL AND coalesce(lease_until <= (SELECT serai_now()), true)`;
    case 'RUNNING':
      return db`dead_at IS NULL AND lease_until > (SELECT serai_now())`;
  }
}
