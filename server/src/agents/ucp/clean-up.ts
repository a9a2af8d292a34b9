/** Job: deletes sessions and stored answers whose retention has ended, for all partners. Runs hourly. */
import type { Database } from '../../platform/database/connect.ts';
import type { JobKinds } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { deleteOldSessions } from './session-store.ts';

const CLEAN_UP = 'ucp.clean-up';
const PAUSE_MS = 3_600_000;

export const UCP_JOBS: JobKinds = {
  [CLEAN_UP]: {
    expectedMs: 5_000,
    serviceReason: 'UCP sessions of all partners are deleted when their retention period ends.',
    run: async ({ db }) => ({ kind: 'AGAIN', delayMs: (await deleteOldSessions(db)) ? 0 : PAUSE_MS }),
  },
};

/** Called at startup. Each run then plans the next run. */
export function planUcpCleanUp(db: Database): Promise<void> {
  return enqueue(db, { kind: CLEAN_UP, key: 'all', organisationId: null, delayMs: PAUSE_MS });
}
