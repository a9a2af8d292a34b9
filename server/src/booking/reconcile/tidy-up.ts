/** Job, one for all: what was kept for a time only goes. Hourly, and at once again while there is more. */
import type { Database } from '../../platform/database/connect.ts';
import type { JobResult } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { deleteOldRows, type Kept } from './tidy-store.ts';

export const TIDY = 'booking.tidy';
const PAUSE_MS = 3_600_000;

/** Once at start: from then on each run plans the next. */
export function planTidying(db: Database): Promise<void> {
  return enqueue(db, { kind: TIDY, key: 'all', organisationId: null, delayMs: PAUSE_MS });
}

export async function tidyUp({ db, ...kept }: { db: Database } & Kept): Promise<JobResult> {
  const isMore = await deleteOldRows(db, kept);
  return { kind: 'AGAIN', delayMs: isMore ? 0 : PAUSE_MS };
}
