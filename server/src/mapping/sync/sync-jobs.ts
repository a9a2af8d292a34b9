/** The jobs of content sync. Each account has a job that reads lists and, if its supplier needs it, one for details. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { every, type Repetition } from '../../platform/every.ts';
import type { JobKinds, JobResult } from '../../platform/jobs/job.ts';
import { enqueue, enqueueIfMissing } from '../../platform/jobs/job-store.ts';
import type { Log } from '../../platform/log.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import { failOpenContentRun } from './content-run-store.ts';
import { insertContentSyncs, setNextRun } from './content-sync-store.ts';
import { DETAILS, type FailedDetails, readDetails } from './read-details.ts';
import { runSync, SLICE_MS } from './run-sync.ts';
import { type ContentReader, type SyncParts, scopeOfKey, syncKey } from './sync-parts.ts';

const SYNC = 'content.sync';
const PLAN_PAUSE_MS = 60_000;
const HOUR_MS = 3_600_000;
const BUSY_PAUSE_MS = 15_000;
/**
 * The maximum number of concurrent jobs in one process, so that content sync leaves slots for other jobs. Reading
 * details takes days, so it has a separate slot and never delays lists.
 */
const MAX_LISTS = 2;
const MAX_DETAILS = 1;

export function syncJobs(parts: SyncParts): JobKinds {
  const inListSlot = slots(MAX_LISTS);
  const inDetailSlot = slots(MAX_DETAILS);
  const failures: FailedDetails = new Map();
  return {
    [SYNC]: {
      expectedMs: 60_000,
      limitMs: 2 * SLICE_MS,
      serviceReason: 'Suppliers and their hotels belong to the operator.',
      run: job => inListSlot(() => runSync(parts, job)),
      async onGivenUp(tx, key) {
        const scope = scopeOfKey(key);
        await failOpenContentRun(
          tx,
          scope,
          'The run failed repeatedly. See the log of the service for the reason.',
        );
        await setNextRun(tx, scope, HOUR_MS);
      },
    },
    [DETAILS]: {
      expectedMs: 60_000,
      limitMs: 2 * SLICE_MS,
      serviceReason: 'Suppliers and their hotels belong to the operator.',
      run: job => inDetailSlot(() => readDetails(parts, job, failures)),
    },
  };
}

/** Runs at most `max` jobs at a time. Further jobs are postponed. */
function slots(max: number): (work: () => Promise<JobResult>) => Promise<JobResult> {
  let running = 0;
  return async work => {
    if (running >= max) return { kind: 'AGAIN', delayMs: BUSY_PAUSE_MS };
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}

/**
 * Creates the jobs of accounts, at startup and within a minute after they are connected. Several processes may do so at
 * the same time.
 */
export async function startPlanningSyncs({
  db,
  reader,
  clock,
  log,
}: {
  db: Database;
  reader: ContentReader;
  clock: Clock;
  log: Log;
}): Promise<Repetition> {
  const plan = async () => planAccounts(db, await reader.list());
  await plan();
  return every(clock, PLAN_PAUSE_MS, plan, err =>
    log.warn({ err }, 'planning the content sync of accounts failed, will retry'),
  );
}

/** Creates the schedule and the job of every account that does not have them yet. */
async function planAccounts(db: Database, accounts: readonly ProviderScope[]): Promise<void> {
  if (accounts.length === 0) return;
  await inTransaction(db, async tx => {
    await insertContentSyncs(tx, accounts);
    for (const account of accounts) await enqueueIfMissing(tx, { ...jobOf(account), delayMs: 0 });
  });
}

/** Makes the job of the account due now. Call it in the transaction that adds the work. */
export function wakeSync(tx: Database, scope: ProviderScope): Promise<void> {
  return enqueue(tx, { ...jobOf(scope), delayMs: 0 });
}

function jobOf(scope: ProviderScope) {
  return { kind: SYNC, key: syncKey(scope), organisationId: null };
}
