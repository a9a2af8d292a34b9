/** Runs one job. Its lease is renewed while it runs, and its result is only written while the lease is held. */
import { exponentialBackoffMs, randomFraction, withJitter } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import type { Database, DatabasePool } from '../database/connect.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { reached } from '../failpoints/failpoint.ts';
import type { Log } from '../log.ts';
import { inNewTrace } from '../tracing/span.ts';
import { type JobKind, type JobResult, LeaseLostError, type RunningJob } from './job.ts';
import { endAgain, endDead, endDone, endFailed, guardLease, releaseLease, renewLease } from './job-store.ts';
import type { TakenJob } from './take-jobs-store.ts';

interface RunOptions {
  db: Database;
  pool: Pick<DatabasePool, 'forPartner' | 'asService'>;
  clock: Clock;
  log: Log;
}

const MAX_ERROR_LENGTH = 500;

export function leaseMs(kind: JobKind): number {
  return 2 * kind.expectedMs;
}

export async function runJob(
  options: RunOptions,
  kind: JobKind,
  job: TakenJob,
  stop: AbortSignal,
): Promise<void> {
  const { db, log } = options;
  if (job.failures >= MAX_FAILURES) {
    await markDead(options, kind, job, null);
    log.error({ job: job.id, kind: job.kind, key: job.key }, 'a job failed permanently');
    return;
  }
  reached('job-taken');
  const lease = keepLease(options, kind, job, stop);
  try {
    const span = {
      name: `job ${job.kind}`,
      kind: 'internal',
      attributes: { 'serai.job': job.kind },
    } as const;
    const run = async () => kind.run(running(job, lease.signal, databaseOf(options, kind, job)));
    const result = await Promise.race([inNewTrace(span, run), lease.ended]);
    await end(options, job, result);
  } catch (error) {
    if (error instanceof LeaseLostError) log.warn({ job: job.id, kind: job.kind }, error.message);
    else if (stop.aborted) await releaseLease(db, job);
    else await fail(options, kind, job, error);
  } finally {
    lease.release();
  }
}

/**
 * Returns a database handle that is restricted to the job's organisation. If the job has none, its kind must declare a
 * `serviceReason` for access to all organisations.
 */
function databaseOf({ pool }: RunOptions, kind: JobKind, job: TakenJob): Database {
  const { organisation_id: organisationId } = job;
  if (organisationId !== null) return pool.forPartner({ organisationId, environment: null });
  if (kind.serviceReason !== undefined) return pool.asService(kind.serviceReason);
  throw new Error(`a job of kind ${job.kind} needs a partner`);
}

function running(job: TakenJob, signal: AbortSignal, db: Database): RunningJob {
  const { id, kind, key, organisation_id: organisationId, payload, fence } = job;
  return { id, kind, key, organisationId, payload, fence, db, signal, guard: tx => guardLease(tx, job) };
}

/**
 * `ended` rejects when the lease is lost or the time limit is reached. Stopping the runner only aborts the signal, so
 * the run may still finish.
 */
function keepLease({ db, clock, log }: RunOptions, kind: JobKind, job: TakenJob, stop: AbortSignal) {
  const controller = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {});
  const lengthMs = leaseMs(kind);
  let heldUntilMs = clock.monotonicMs() + lengthMs;

  const cancel = (error: Error) => {
    reject(error);
    controller.abort(error);
  };
  const onStop = () => controller.abort(stop.reason);
  if (stop.aborted) onStop();
  stop.addEventListener('abort', onStop, { once: true });

  const limitMs = kind.limitMs ?? 10 * kind.expectedMs;
  const limit = clock.after(limitMs, () => cancel(new Error(`did not finish within ${limitMs} ms`)));
  let over = false;
  let timer = clock.after(lengthMs / 3, renew);
  function renew(): void {
    const askedMs = clock.monotonicMs();
    renewLease(db, job, lengthMs)
      .then(held => {
        if (held) heldUntilMs = askedMs + lengthMs;
        else cancel(new LeaseLostError(job.id));
      })
      .catch(err => {
        log.warn({ err, job: job.id }, 'a job lease could not be renewed');
        if (clock.monotonicMs() >= heldUntilMs) cancel(new LeaseLostError(job.id));
      })
      .finally(() => {
        if (!over && !controller.signal.aborted) timer = clock.after(lengthMs / 3, renew);
      });
  }
  return {
    signal: controller.signal,
    ended,
    release() {
      over = true;
      timer.cancel();
      limit.cancel();
      stop.removeEventListener('abort', onStop);
    },
  };
}

async function end({ db, log }: RunOptions, job: TakenJob, result: JobResult): Promise<void> {
  const written = result.kind === 'DONE' ? await endDone(db, job) : await endAgain(db, job, result);
  if (!written) log.debug({ job: job.id, kind: job.kind }, 'a job ended after its lease had expired');
}

async function fail(options: RunOptions, kind: JobKind, job: TakenJob, error: unknown): Promise<void> {
  const { db, log } = options;
  const text = String(error instanceof Error ? error.message : error).slice(0, MAX_ERROR_LENGTH);
  const failures = job.failures + 1;
  if (failures >= MAX_FAILURES) {
    await markDead(options, kind, job, text);
    log.error({ err: error, job: job.id, kind: job.kind, key: job.key }, 'a job failed permanently');
    return;
  }
  await endFailed(db, job, text, jobBackoffMs(failures, randomFraction()));
  log.warn({ err: error, job: job.id, kind: job.kind, failures }, 'a job failed and will be retried');
}

/**
 * If the follow-up work fails, the job is marked as permanently failed anyway. Otherwise it would be retried forever.
 */
async function markDead(
  options: RunOptions,
  kind: JobKind,
  job: TakenJob,
  text: string | null,
): Promise<void> {
  const { db, log } = options;
  try {
    await inTransaction(databaseOf(options, kind, job), async tx => {
      await kind.onGivenUp?.(tx, job.key);
      if (!(await endDead(tx, job, text))) throw new LeaseLostError(job.id);
    });
  } catch (err) {
    if (err instanceof LeaseLostError) return;
    log.error(
      { err, job: job.id, kind: job.kind },
      'the follow-up to a permanent job failure could not be completed',
    );
    await endDead(db, job, text);
  }
}

/** After this number of consecutive failures, the job fails permanently. */
export const MAX_FAILURES = 10;

const BACKOFF = { firstMs: 5_000, maxMs: 30 * 60_000 };
const JITTER = 0.1;

/** `failures` starts at 1. `jitter` is between 0 and 1 and changes the pause by up to a tenth in either direction. */
export function jobBackoffMs(failures: number, jitter: number): number {
  return withJitter(exponentialBackoffMs(failures, BACKOFF), JITTER, jitter);
}
