/** Job, one for all: old quotes and idempotency keys go. Hourly, and at once again while there is more. */
import type { Database } from '../../platform/database/connect.ts';
import type { JobResult } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { deleteOldRows } from './tidy-store.ts';

export const TIDY = 'booking.tidy';
const PAUSE_MS = 3_600_000;

/** Once at start: from then on each run plans the next. */
export function planTidying(db: Database): Promise<void> {
  return enqueue(db, { kind: TIDY, key: 'all', organisationId: null, delayMs: PAUSE_MS });
}

export async function tidyUp({ db }: { db: Database }): Promise<JobResult> {
  const isMore = await deleteOldRows(db);
  return { kind: 'AGAIN', delayMs: isMore ? 0 : PAUSE_MS };
}
