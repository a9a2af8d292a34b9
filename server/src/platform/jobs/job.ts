/** Background jobs, run at least once: their kinds, their runs and the results. */
import type { Database } from '../database/connect.ts';

/** When a job is due, by the clock of the database. */
export type DueTime = { runAtMs: number } | { delayMs: number };

export type JobResult = { kind: 'DONE' } | ({ kind: 'AGAIN' } & DueTime);

export const DONE: JobResult = { kind: 'DONE' };

/** One run of a job under its lease. */
export interface RunningJob {
  id: string;
  kind: string;
  key: string;
  organisationId: string | null;
  payload: unknown;
  fence: number;
  /**
   * Restricted to the job's organisation with both environments. Jobs without an organisation get the service role of
   * their kind.
   */
  db: Database;
  /** Aborted when the lease is lost, the time limit is reached or the runner stops. */
  signal: AbortSignal;
  /**
   * Call it in the transaction of the job's own writes. Holds the lease until the end of the transaction or throws
   * LeaseLostError. Lock the job's subject first and call this last, to avoid deadlocks.
   */
  guard(tx: Database): Promise<void>;
}

export interface JobKind {
  /** The expected duration of a run. The lease is twice as long. */
  expectedMs: number;
  /** A longer run counts as failed. Default: ten times the expected duration. */
  limitMs?: number;
  /** Why jobs of this kind may have no organisation and see all of them. Without a reason such a job fails. */
  serviceReason?: string;
  /** Must tolerate being run twice. An exception counts as a failure and is retried with increasing delays. */
  run(job: RunningJob): Promise<JobResult>;
  /** Runs in the transaction that marks the job as dead. Without it, only the log reports the failure. */
  onGivenUp?(tx: Database, key: string): Promise<void>;
}

export type JobKinds = Readonly<Record<string, JobKind>>;

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(id: string) {
    super(`the lease of ${id} was taken over`);
  }
}
