/**
 * Job: adds the changes of all bookings to the report figures, so that bookings do not have to update shared
 * sums.
 */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { JobKinds, JobResult, RunningJob } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { caughtUp, followChanges } from './follow-bookings-store.ts';

const FOLLOW = 'billing.reports';
const PAUSE_MS = 15_000;
const BATCH_SIZE = 2_000;

export interface ReportParts {
  /** A time before which all changes of bookings are visible. */
  horizon(db: Database): Promise<string>;
  /** The time zone of the operator. */
  timeZone(): Promise<string>;
}

export function reportJobs(parts: ReportParts): JobKinds {
  return {
    [FOLLOW]: {
      expectedMs: 30_000,
      serviceReason: 'Reports cover the bookings of all partners.',
      run: job => followBookings(parts, job),
    },
  };
}

/** Called at startup. From then on, each run plans the next. */
export function planReports(db: Database): Promise<void> {
  return enqueue(db, { kind: FOLLOW, key: 'all', organisationId: null, delayMs: PAUSE_MS });
}

export async function followBookings(
  { horizon, timeZone }: ReportParts,
  { db, signal }: Pick<RunningJob, 'db' | 'signal'>,
): Promise<JobResult> {
  const zone = await timeZone();
  for (const environment of ['sandbox', 'production'] as const) {
    const until = await horizon(db);
    for (let changes = BATCH_SIZE; changes === BATCH_SIZE; ) {
      signal.throwIfAborted();
      const batch = { horizon: until, timeZone: zone, limit: BATCH_SIZE };
      changes = await inTransaction(db, tx => followChanges(tx, environment, batch));
    }
    await caughtUp(db, environment, until);
  }
  return { kind: 'AGAIN', delayMs: PAUSE_MS };
}
