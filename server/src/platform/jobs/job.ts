/** Work that is done later, at least once: what it is, what runs it, and how a run ends. */
import type { Database } from '../database/connect.ts';

/** When a job is due, by the database's clock. */
export type DueTime = { runAtMs: number } | { delayMs: number };

export type JobResult = { kind: 'DONE' } | ({ kind: 'AGAIN' } & DueTime);

export const DONE: JobResult = { kind: 'DONE' };

/** One lease of one job. */
export interface RunningJob {
  id: string;
  kind: string;
  key: string;
  organisationId: string | null;
  payload: unknown;
  fence: number;
  /** Bound to the job's organisation and both environments; a job without one has the service of its kind. */
  db: Database;
  /** Ends when the lease is lost, the time of the kind is up or the runner stops. */
  signal: AbortSignal;
  /**
   * In the transaction of the job's own writes: holds the lease until its end, or throws LeaseLostError. Lock what the job
   * is about first and call this last, so that nobody waits for one another.
   */
  guard(tx: Database): Promise<void>;
}

export interface JobKind {
  /** How long a run takes; it is leased for twice as long. */
  expectedMs: number;
  /** A run that takes longer is given up as failed; ten times the expected time when absent. */
  limitMs?: number;
  /** Why jobs of this kind may belong to no organisation and see all of them. Without a reason such a job fails. */
  serviceReason?: string;
  /** Must bear being run twice. An exception is a failure: it is tried again, less and less often. */
  run(job: RunningJob): Promise<JobResult>;
  /** In the transaction that gives the job up. Without it nobody but the log is told. */
  onGivenUp?(tx: Database, key: string): Promise<void>;
}

export type JobKinds = Readonly<Record<string, JobKind>>;

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(id: string) {
    super(`the lease of ${id} was taken over`);
  }
}
