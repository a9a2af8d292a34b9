/** Background jobs, which run at least once: their kinds, their runs and their results. */
import type { Database } from '../database/connect.ts';

/** When a job is due, according to the database clock. */
export type DueTime = { runAtMs: number } | { delayMs: number };

export type JobResult = { kind: 'DONE' } | ({ kind: 'AGAIN' } & DueTime);

export const DONE: JobResult = { kind: 'DONE' };

export interface RunningJob {
  id: string;
  kind: string;
  key: string;
  organisationId: string | null;
  payload: unknown;
  fence: number;
  /**
   * Restricted to the job's organisation, in both environments. A job without an organisation uses the service role.
   */
  db: Database;
  /** Aborted when the lease is lost, the time limit is reached or the runner stops. */
  signal: AbortSignal;
  /**
   * Call it in the transaction that contains the job's own writes. It holds the lease until the end of the transaction,
   * or throws LeaseLostError. To avoid deadlocks, lock the job's subject first and call this last.
   */
  guard(tx: Database): Promise<void>;
}

export interface JobKind {
  /** The expected duration of a run. The lease is twice as long. */
  expectedMs: number;
  /** A longer run counts as failed. Default: ten times the expected duration. */
  limitMs?: number;
  /** Why jobs of this kind may have no organisation and see all organisations. Without a reason, such a job fails. */
  serviceReason?: string;
  /** Must tolerate being run twice. An exception counts as a failure, and the job is retried with increasing delays. */
  run(job: RunningJob): Promise<JobResult>;
  /** Resolves when the work that runs have started and not awaited has ended. A runner that stops waits for it too. */
  continuedWork?(): Promise<void>;
  /**
   * Runs in the transaction that marks the job as permanently failed. If omitted, the failure is only recorded and
   * logged.
   */
  onGivenUp?(tx: Database, key: string): Promise<void>;
}

export type JobKinds = Readonly<Record<string, JobKind>>;

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(id: string) {
    super(`the lease of ${id} was taken over`);
  }
}
