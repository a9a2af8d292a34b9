/**
 * Claims due jobs, fairly between organisations and at a cost that does not grow with the number of organisations. New
 * due jobs are read in the order of their time (index job_waiting), up to `MOST_NEW` in one claim. Jobs that get no
 * slot move to the backlog, which is read organisation by organisation (index job_backlog), so a million jobs of one
 * organisation do not delay the others. Organisations without due jobs are never read. A trigger (job_leaves_backlog)
 * removes a job from the backlog when its lease or its run time changes.
 */
import type { Database } from '../database/connect.ts';
import type { JobRow } from '../database/generated/tables.ts';
import type { Statement } from '../database/statement.ts';

export interface TakenJob
  extends Pick<JobRow, 'id' | 'kind' | 'key' | 'organisation_id' | 'fence' | 'failures'> {
  payload: unknown;
}

export interface TakeOptions {
  leaseMs: Readonly<Record<string, number>>;
  limit: number;
  /** The maximum number of running jobs per organisation, and how many are already running for each. */
  perOrganisation: number;
  running: ReadonlyMap<string | null, number>;
  /** The organisation in the backlog at which the last claim ended. Default: start with the first organisation. */
  after?: string | undefined;
}

export interface Taken {
  jobs: TakenJob[];
  /** The organisation in the backlog after which the next claim continues. Undefined if this claim reached the end. */
  after: string | undefined;
  /** True if more jobs were due than one claim reads. */
  hasMore: boolean;
}

/**
 * The number of jobs that are read for each slot of an organisation, because other runners may have locked some of
 * them.
 */
const CANDIDATES = 4;
const MOST_NEW = 500;

interface PickedRow extends TakenJob {
  new_jobs: number;
  turns: number;
  last_turn: string | null;
}

/**
 * Claims the first job of each organisation before the second job of any. A job that gets no slot is only moved to the
 * backlog.
 */
export async function takeDueJobs(db: Database, options: TakeOptions): Promise<Taken> {
  const { leaseMs, limit, perOrganisation, running, after } = options;
  const kinds = Object.keys(leaseMs);
  const leases = kinds.map(kind => leaseMs[kind] as number);
  const busy = [...running.keys()].map(organisation => organisation ?? '');
  const rows = await db<PickedRow[]>`
    WITH RECURSIVE kinds AS (
      SELECT * FROM unnest(${kinds}::text[], ${leases}::float8[]) AS kind (kind, lease_ms)
    ), busy AS (
      SELECT * FROM unnest(${busy}::text[], ${[...running.values()]}::int[]) AS busy (turn, running)
    ), ${dueJobs(db, { kinds, after, mostTurns: limit, mostOfOne: CANDIDATES * perOrganisation })}, due AS (
      SELECT id, turn, due_at, coalesce(busy.running, 0) AS running,
        coalesce(busy.running, 0) + row_number() OVER (PARTITION BY turn ORDER BY due_at, id) AS place
      FROM (SELECT * FROM new_jobs UNION ALL SELECT * FROM backlog) AS found LEFT JOIN busy USING (turn)
    ), candidates AS (
      SELECT * FROM due WHERE running < ${perOrganisation} ORDER BY place, due_at LIMIT ${CANDIDATES * limit}
    ), held AS (
      SELECT job.id, due.turn, due.running, due.place
      FROM candidates AS due JOIN job ON job.id = due.id
      WHERE job.dead_at IS NULL AND coalesce(job.lease_until, job.run_at) <= (SELECT serai_now())
      ORDER BY due.place, due.due_at
      LIMIT ${limit}
      FOR UPDATE OF job SKIP LOCKED
    ), counted AS (
      SELECT id, running + row_number() OVER (PARTITION BY turn ORDER BY place) AS place FROM held
    ), chosen AS MATERIALIZED (
      SELECT id FROM counted WHERE place <= ${perOrganisation}
    ), left_over AS (
      -- An array, because a join would be planned as a scan of all jobs.
      UPDATE job SET is_backlog = true
      WHERE id = ANY (ARRAY(SELECT id FROM new_jobs EXCEPT SELECT id FROM chosen))
    ), taken AS (
      UPDATE job SET
        fence = fence + 1,
        -- The lease expired: the runner died or was killed by the job.
        failures = failures + CASE WHEN lease_until IS NULL THEN 0 ELSE 1 END,
        last_error = CASE WHEN lease_until IS NULL THEN last_error ELSE 'its runner was lost' END,
        run_at = CASE WHEN lease_until IS NULL THEN 'infinity' ELSE run_at END,
        lease_until = serai_now() + kinds.lease_ms * interval '1 millisecond'
      FROM kinds WHERE job.id = ANY (ARRAY(SELECT id FROM chosen)) AND kinds.kind = job.kind
      RETURNING job.id, job.kind, job.key, job.organisation_id, job.payload, job.fence, job.failures
    )
    SELECT taken.*, (SELECT count(*)::int FROM new_jobs) AS new_jobs,
      (SELECT count(*)::int FROM turns WHERE turn IS NOT NULL) AS turns, (SELECT max(turn) FROM turns) AS last_turn
    FROM (SELECT) AS always LEFT JOIN taken ON true`;
  const [first] = rows;
  const isCut = (first?.turns ?? 0) >= limit;
  return {
    jobs: rows
      .filter(({ id }) => id !== null)
      .map(({ new_jobs: _, turns: __, last_turn: ___, ...job }) => job),
    after: isCut ? (first?.last_turn ?? undefined) : undefined,
    hasMore: (first?.new_jobs ?? 0) >= MOST_NEW,
  };
}

interface DueWish {
  kinds: readonly string[];
  after: string | undefined;
  /**
   * Maximum number of organisations, which is the number of slots. If more were read, an organisation could be skipped
   * in favour of older jobs and would wait for the next round.
   */
  mostTurns: number;
  mostOfOne: number;
}

/**
 * The common table expressions `new_jobs`, `turns` (organisations in the backlog) and `backlog`. New jobs that are read
 * here are locked.
 */
function dueJobs(db: Database, { kinds, after, mostTurns, mostOfOne }: DueWish): Statement {
  return db`
    new_jobs AS MATERIALIZED (
      SELECT id, coalesce(organisation_id, '') AS turn, coalesce(lease_until, run_at) AS due_at FROM job
      WHERE dead_at IS NULL AND NOT is_backlog AND coalesce(lease_until, run_at) <= (SELECT serai_now())
        AND kind = ANY (${kinds}::text[])
      ORDER BY coalesce(lease_until, run_at) LIMIT ${MOST_NEW}
      FOR UPDATE SKIP LOCKED
    ), turns AS (
      (SELECT coalesce(organisation_id, '') AS turn, 1 AS number FROM job
       WHERE dead_at IS NULL AND is_backlog
         ${after === undefined ? db`` : db`AND coalesce(organisation_id, '') > ${after}`}
       ORDER BY coalesce(organisation_id, '') LIMIT 1)
      UNION ALL
      SELECT (SELECT coalesce(organisation_id, '') FROM job
              WHERE dead_at IS NULL AND is_backlog AND coalesce(organisation_id, '') > turns.turn
              ORDER BY coalesce(organisation_id, '') LIMIT 1), turns.number + 1
      FROM turns WHERE turns.turn IS NOT NULL AND turns.number < ${mostTurns}
    ), backlog AS (
      SELECT first.id, turns.turn, first.due_at
      FROM turns CROSS JOIN LATERAL (
        SELECT id, coalesce(lease_until, run_at) AS due_at FROM job
        WHERE dead_at IS NULL AND is_backlog AND coalesce(organisation_id, '') = turns.turn
          AND coalesce(lease_until, run_at) <= (SELECT serai_now()) AND kind = ANY (${kinds}::text[])
        -- Both columns of the index, because otherwise all jobs of the organisation would be read and sorted.
        ORDER BY coalesce(organisation_id, ''), coalesce(lease_until, run_at) LIMIT ${mostOfOne}
      ) AS first
      WHERE turns.turn IS NOT NULL
    )`;
}

/** After an outage, many jobs are due together. This moves them to the backlog faster than claims do. */
export async function moveToBacklog(db: Database, kinds: readonly string[], limit: number): Promise<void> {
  // Uses an array, because a join would be planned as a scan of all jobs.
  await db`
    UPDATE job SET is_backlog = true
    WHERE id = ANY (ARRAY(
      SELECT id FROM job
      WHERE dead_at IS NULL AND NOT is_backlog AND coalesce(lease_until, run_at) <= (SELECT serai_now())
        AND kind = ANY (${kinds}::text[])
      ORDER BY coalesce(lease_until, run_at) LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
}
