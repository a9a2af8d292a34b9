import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { ProviderScope } from '../supplied-hotel.ts';

export interface RunFigures {
  countries: number;
  countriesDone: number;
  hotels: number;
  same: number;
  review: number;
  different: number;
  added: number;
  changed: number;
  kept: number;
}

export interface MappingRun extends ProviderScope {
  runId: string;
  state: 'QUEUED' | 'RUNNING' | 'DONE' | 'STOPPED' | 'FAILED';
  reason: 'NEW_MODEL' | 'MANY_CHANGES' | null;
  confirms: string | null;
  modelVersion: string;
  figures: Partial<RunFigures>;
  requestedBy: string;
  requestedAt: Date;
  finishedAt: Date | null;
}

/** Returns undefined if another run of the provider has not finished. */
export async function insertRun(
  tx: Database,
  { provider, environment }: ProviderScope,
  run: Pick<MappingRun, 'runId' | 'confirms' | 'modelVersion' | 'requestedBy'>,
): Promise<MappingRun | undefined> {
  const [row] = await tx<MappingRun[]>`
    INSERT INTO mapping_run (run_id, provider, environment, state, confirms, model_version, requested_by, requested_at)
    VALUES (${run.runId}, ${provider}, ${environment}, 'QUEUED', ${run.confirms}, ${run.modelVersion},
      ${run.requestedBy}, date_trunc('milliseconds', serai_now()))
    ON CONFLICT (provider, environment) WHERE state IN ('QUEUED', 'RUNNING') DO NOTHING
    RETURNING ${columns(tx)}`;
  return row;
}

export async function findRun(db: Database, runId: string): Promise<MappingRun | undefined> {
  const [row] = await db<MappingRun[]>`SELECT ${columns(db)} FROM mapping_run WHERE run_id = ${runId}`;
  return row;
}

export async function listRuns(db: Database, environment: Environment, limit: number): Promise<MappingRun[]> {
  return db<MappingRun[]>`
    SELECT ${columns(db)} FROM mapping_run WHERE environment = ${environment}
    ORDER BY requested_at DESC, run_id LIMIT ${limit}`;
}

export async function updateRun(
  db: Database,
  runId: string,
  { state, reason, figures }: Pick<MappingRun, 'state' | 'reason' | 'figures'>,
): Promise<void> {
  await db`
    UPDATE mapping_run SET state = ${state}, reason = ${reason}, figures = ${db.json(figures)},
      finished_at = ${state === 'RUNNING' ? db`NULL` : db`date_trunc('milliseconds', serai_now())`}
    WHERE run_id = ${runId}`;
}

/** Marks the unfinished run of a job that failed permanently. */
export async function failOpenRun(tx: Database, { provider, environment }: ProviderScope): Promise<void> {
  await tx`
    UPDATE mapping_run SET state = 'FAILED', finished_at = serai_now()
    WHERE provider = ${provider} AND environment = ${environment} AND state IN ('QUEUED', 'RUNNING')`;
}

/** Whether the provider has finished runs of other models, but none of this one. */
export async function isNewModel(
  db: Database,
  { provider, environment }: ProviderScope,
  modelVersion: string,
): Promise<boolean> {
  const [row] = await db<{ isNew: boolean }[]>`
    SELECT EXISTS (SELECT FROM mapping_run WHERE provider = ${provider} AND environment = ${environment}
        AND state = 'DONE' AND model_version <> ${modelVersion})
      AND NOT EXISTS (SELECT FROM mapping_run WHERE provider = ${provider} AND environment = ${environment}
        AND state = 'DONE' AND model_version = ${modelVersion}) AS "isNew"`;
  return row?.isNew ?? false;
}

function columns(db: Database): Statement {
  return db`run_id AS "runId", provider, environment, state, reason, confirms, model_version AS "modelVersion", figures,
    requested_by AS "requestedBy", requested_at AS "requestedAt", finished_at AS "finishedAt"`;
}
