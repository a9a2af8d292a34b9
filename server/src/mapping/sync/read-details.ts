/**
 * Job, one per account: reads the details of single hotels, for suppliers whose lists contain only part of each hotel. Hotels that are
 * sold come first. Each hotel needs one call, so this can take days. Lists are read at the same time.
 */
import type { SuppliedHotel } from '../../booking/port/supplied-content.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { DONE, type JobResult } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { checkChange, contentOf } from '../content/store-supplied-hotels.ts';
import {
  findKnownHotels,
  listWithoutDetails,
  markGone,
  writeDetails,
} from '../content/supplier-hotel-store.ts';
import { lockMappings } from '../ledger/decision-store.ts';
import { NORMAL_FORM_VERSION } from '../normal-form/normal-form.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import { type SyncJob, type SyncParts, scopeOfKey, syncKey } from './sync-parts.ts';

export const DETAILS = 'content.details';
const BATCH = 50;
/** Hotels that may fail before the job waits. */
const MAX_FAILED = 5;
const RETRY_MS = 15 * 60_000;
const NOW: JobResult = { kind: 'AGAIN', delayMs: 0 };
const SLICE_MS = 15 * 60_000;

/** Call it in the transaction that stores the hotels. */
export function planDetails(tx: Database, scope: ProviderScope): Promise<void> {
  return enqueue(tx, { kind: DETAILS, key: syncKey(scope), organisationId: null, delayMs: 0 });
}

export async function readDetails({ reader, clock }: SyncParts, job: SyncJob): Promise<JobResult> {
  const scope = scopeOfKey(job.key);
  const session = reader.open(scope);
  if (session === undefined || !session.hasDetails) return DONE;
  const endMs = clock.monotonicMs() + SLICE_MS;
  const failed: string[] = [];
  try {
    for (;;) {
      const ids = await listNext(job.db, scope, failed);
      if (ids.length === 0) return failed.length === 0 ? DONE : { kind: 'AGAIN', delayMs: RETRY_MS };
      for (const supplierId of ids) {
        if (job.signal.aborted || clock.monotonicMs() >= endMs) return NOW;
        const read = await session.detail(supplierId, job.signal);
        if (job.signal.aborted) return NOW;
        if (read.kind === 'WAIT') return { kind: 'AGAIN', delayMs: read.waitMs };
        if (read.kind !== 'FAILED')
          await storeDetail(job, scope, supplierId, read.kind === 'OK' ? read.value : undefined);
        else if (read.isFinal || failed.push(supplierId) >= MAX_FAILED)
          return { kind: 'AGAIN', delayMs: RETRY_MS };
      }
    }
  } finally {
    await session.close();
  }
}

/** Hotels that are sold or wait for a decision come first. A hotel that cannot be read does not delay the others. */
async function listNext(db: Database, scope: ProviderScope, except: readonly string[]): Promise<string[]> {
  const mapped = await listWithoutDetails(db, scope, { isMapped: true, except, limit: BATCH });
  return mapped.length > 0
    ? mapped
    : listWithoutDetails(db, scope, { isMapped: false, except, limit: BATCH });
}

/** Undefined if the supplier no longer has the hotel. */
function storeDetail(
  job: SyncJob,
  scope: ProviderScope,
  supplierId: string,
  hotel: SuppliedHotel | undefined,
): Promise<void> {
  return inTransaction(job.db, async tx => {
    await lockMappings(tx, scope);
    if (hotel === undefined) await markGone(tx, scope, [supplierId], true);
    else {
      const [known] = await findKnownHotels(tx, scope, [supplierId]);
      if (known === undefined) return;
      const content = contentOf({ ...hotel, supplierId }, known.digest);
      await checkChange(tx, scope, known, content);
      await writeDetails(tx, scope, content, NORMAL_FORM_VERSION);
    }
    await job.guard(tx);
  });
}
