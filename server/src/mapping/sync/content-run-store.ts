import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { ProviderScope } from '../supplied-hotel.ts';

export interface ContentFigures {
  pages: number;
  /** Hotel entries that were read. A hotel that appears twice counts twice. */
  hotels: number;
  /** Null if the supplier does not report it. */
  total: number | null;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  returned: number;
  alarms: number;
  /** Hotels that a complete list did not contain. Null until they are counted. */
  missing: number | null;
  /** The number of hotels in the account when missing hotels were counted. Null until then. */
  present: number | null;
}

export const NO_FIGURES: ContentFigures = {
  pages: 0,
  hotels: 0,
  total: null,
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  returned: 0,
  alarms: 0,
  missing: null,
  present: null,
};

export type ContentMode = 'FULL' | 'DELTA';

export interface ContentRun extends ProviderScope {
  runId: string;
  number: number;
  mode: ContentMode;
  state: 'QUEUED' | 'RUNNING' | 'DONE' | 'STOPPED' | 'CANCELLED' | 'FAILED';
  reason: 'MANY_REMOVALS' | 'INCOMPLETE' | null;
  phase: 'LIST' | 'REMOVE';
  since: Date | null;
  cursor: string | null;
  asOf: Date | null;
  figures: ContentFigures;
  failures: number;
  restarts: number;
  lastError: string | null;
  waitingFor: 'BUDGET' | 'SUPPLIER_LIMIT' | 'RETRY' | null;
  waitingUntil: Date | null;
  requestedBy: string;
  requestedAt: Date;
  confirmedBy: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** Returns undefined if a run of the account is still open. */
export async function insertContentRun(
  tx: Database,
  { provider, environment }: ProviderScope,
  run: Pick<ContentRun, 'runId' | 'mode' | 'since' | 'requestedBy'>,
): Promise<ContentRun | undefined> {
  const [row] = await tx<Row[]>`
    INSERT INTO content_run (run_id, provider, environment, mode, state, since, requested_by, requested_at)
    VALUES (${run.runId}, ${provider}, ${environment}, ${run.mode}, 'QUEUED', ${run.since}, ${run.requestedBy},
      date_trunc('milliseconds', serai_now()))
    ON CONFLICT (provider, environment) WHERE state IN ('QUEUED', 'RUNNING') DO NOTHING
    RETURNING ${columns(tx)}`;
  return row && fromRow(row);
}

/** For each account, the end of the last run that stored a whole list or all changes. */
export async function readLastDone(db: Database): Promise<(ProviderScope & { finishedAt: Date })[]> {
  return db`
    SELECT sync.provider, sync.environment, done.finished_at AS "finishedAt"
    FROM content_sync AS sync
    CROSS JOIN LATERAL (
      SELECT finished_at FROM content_run
      WHERE environment = sync.environment AND provider = sync.provider AND state = 'DONE' AND reason IS NULL
      ORDER BY number DESC LIMIT 1
    ) AS done
    ORDER BY sync.environment, sync.provider LIMIT 1000`;
}

export async function findOpenContentRun(
  db: Database,
  { provider, environment }: ProviderScope,
): Promise<ContentRun | undefined> {
  const [row] = await db<Row[]>`
    SELECT ${columns(db)} FROM content_run
    WHERE provider = ${provider} AND environment = ${environment} AND state IN ('QUEUED', 'RUNNING')`;
  return row && fromRow(row);
}

export async function lockContentRun(tx: Database, runId: string): Promise<ContentRun | undefined> {
  const [row] = await tx<Row[]>`SELECT ${columns(tx)} FROM content_run WHERE run_id = ${runId} FOR UPDATE`;
  return row && fromRow(row);
}

export async function findLatestContentRun(
  db: Database,
  { provider, environment }: ProviderScope,
  mode?: ContentMode,
): Promise<ContentRun | undefined> {
  const [row] = await db<Row[]>`
    SELECT ${columns(db)} FROM content_run WHERE provider = ${provider} AND environment = ${environment}
      ${mode === undefined ? db`` : db`AND mode = ${mode}`}
    ORDER BY number DESC LIMIT 1`;
  return row && fromRow(row);
}

/** The number of the last full run before the given one that read a complete list. 0 if no such run exists. */
export async function findCompleteRunBefore(
  db: Database,
  { provider, environment, number }: Pick<ContentRun, 'provider' | 'environment' | 'number'>,
): Promise<number> {
  const [row] = await db<{ number: string }[]>`
    SELECT number FROM content_run WHERE provider = ${provider} AND environment = ${environment}
      AND mode = 'FULL' AND phase = 'REMOVE' AND number < ${number}::bigint
    ORDER BY number DESC LIMIT 1`;
  return Number(row?.number ?? 0);
}

export async function listLatestContentRuns(
  db: Database,
  environment: Environment,
  { mode, limit }: { mode?: ContentMode; limit: number },
): Promise<ContentRun[]> {
  const rows = await db<Row[]>`
    SELECT latest.* FROM content_sync CROSS JOIN LATERAL (
      SELECT ${columns(db)} FROM content_run
      WHERE content_run.environment = content_sync.environment AND content_run.provider = content_sync.provider
        ${mode === undefined ? db`` : db`AND mode = ${mode}`}
      ORDER BY number DESC LIMIT 1) AS latest
    WHERE content_sync.environment = ${environment} ORDER BY content_sync.provider LIMIT ${limit}`;
  return rows.map(fromRow);
}

/** Starts a queued run, or continues a waiting one. */
export async function beginContentRun(tx: Database, runId: string): Promise<ContentRun | undefined> {
  const [row] = await tx<Row[]>`
    UPDATE content_run SET state = 'RUNNING', started_at = coalesce(started_at, date_trunc('milliseconds', serai_now())),
      waiting_for = NULL, waiting_until = NULL
    WHERE run_id = ${runId} RETURNING ${columns(tx)}`;
  return row && fromRow(row);
}

/** Stores the position after a page. Earlier failures no longer count. */
export async function advanceContentRun(
  tx: Database,
  runId: string,
  { cursor, phase, asOf, figures }: Pick<ContentRun, 'cursor' | 'phase' | 'asOf' | 'figures'>,
): Promise<void> {
  await tx`
    UPDATE content_run SET cursor = ${cursor}, phase = ${phase}, as_of = ${asOf}, figures = ${tx.json(figures)},
      failures = 0, waiting_for = NULL, waiting_until = NULL
    WHERE run_id = ${runId}`;
}

export async function updateFigures(tx: Database, runId: string, figures: ContentFigures): Promise<void> {
  await tx`UPDATE content_run SET figures = ${tx.json(figures)} WHERE run_id = ${runId}`;
}

/** Restarts the run at the beginning of the list, because the supplier's list has expired. */
export async function restartContentRun(tx: Database, runId: string, lastError: string): Promise<void> {
  await tx`
    UPDATE content_run SET cursor = NULL, as_of = NULL, restarts = restarts + 1, last_error = ${lastError}
    WHERE run_id = ${runId}`;
}

export async function pauseContentRun(
  tx: Database,
  runId: string,
  wait: { waitingFor: NonNullable<ContentRun['waitingFor']>; waitMs: number; failed: string | null },
): Promise<void> {
  const { waitingFor, waitMs, failed } = wait;
  await tx`
    UPDATE content_run SET waiting_for = ${waitingFor},
      waiting_until = date_trunc('milliseconds', serai_now() + ${waitMs}::float8 * interval '1 millisecond'),
      failures = failures + ${failed === null ? 0 : 1}, last_error = coalesce(${failed}::text, last_error)
    WHERE run_id = ${runId}`;
}

export async function endContentRun(
  tx: Database,
  runId: string,
  { state, reason, lastError }: Pick<ContentRun, 'state' | 'reason'> & { lastError?: string },
): Promise<void> {
  await tx`
    UPDATE content_run SET state = ${state}, reason = ${reason}, last_error = coalesce(${lastError ?? null}::text, last_error),
      waiting_for = NULL, waiting_until = NULL, finished_at = date_trunc('milliseconds', serai_now())
    WHERE run_id = ${runId}`;
}

/** Continues a stopped run, which then removes the missing hotels. */
export async function confirmContentRun(tx: Database, runId: string, confirmedBy: string): Promise<void> {
  await tx`
    UPDATE content_run SET state = 'RUNNING', reason = NULL, confirmed_by = ${confirmedBy}, finished_at = NULL
    WHERE run_id = ${runId}`;
}

/** Marks the open run of a job that failed permanently. */
export async function failOpenContentRun(
  tx: Database,
  { provider, environment }: ProviderScope,
  lastError: string,
): Promise<void> {
  await tx`
    UPDATE content_run SET state = 'FAILED', last_error = ${lastError}, waiting_for = NULL, waiting_until = NULL,
      finished_at = date_trunc('milliseconds', serai_now())
    WHERE provider = ${provider} AND environment = ${environment} AND state IN ('QUEUED', 'RUNNING')`;
}

type Row = Omit<ContentRun, 'number' | 'figures'> & { number: string; figures: Partial<ContentFigures> };

function fromRow({ number, figures, ...row }: Row): ContentRun {
  return { ...row, number: Number(number), figures: { ...NO_FIGURES, ...figures } };
}

function columns(db: Database): Statement {
  return db`run_id AS "runId", number, provider, environment, mode, state, reason, phase, since, cursor, as_of AS "asOf",
    figures, failures, restarts, last_error AS "lastError", waiting_for AS "waitingFor", waiting_until AS "waitingUntil",
    requested_by AS "requestedBy", requested_at AS "requestedAt", confirmed_by AS "confirmedBy",
    started_at AS "startedAt", finished_at AS "finishedAt"`;
}
