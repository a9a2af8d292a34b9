/** Job: deletes rows whose retention has ended, for all partners. Runs hourly, and again immediately while more rows are left. */
import type { Database } from '../../platform/database/connect.ts';
import type { JobResult } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { deleteOldRows, type Retention } from './old-rows-store.ts';

export const CLEAN_UP = 'booking.tidy';
const PAUSE_MS = 3_600_000;

/** Called at startup. Each run then plans the next run. */
export function planCleanUp(db: Database): Promise<void> {
  return enqueue(db, { kind: CLEAN_UP, key: 'all', organisationId: null, delayMs: PAUSE_MS });
}

export async function cleanUp({ db, ...retention }: { db: Database } & Retention): Promise<JobResult> {
  const isMore = await deleteOldRows(db, retention);
  return { kind: 'AGAIN', delayMs: isMore ? 0 : PAUSE_MS };
}
