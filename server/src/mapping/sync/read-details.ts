/**
 * Job, one per account: reads the details of single hotels, for suppliers whose lists contain only part of each hotel.
 * Hotels that are sold or wait for a decision come first. Each hotel needs one call, so this can take days. Lists are
 * read at the same time.
 */
import type { SuppliedHotel } from '../../booking/port/supplied-content.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { DONE, type JobResult } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { checkChange, contentOf } from '../content/store-supplied-hotels.ts';
import {
  dropDetailWish,
  findKnownHotels,
  type HotelWithoutDetails,
  listWithoutDetails,
  writeDetails,
} from '../content/supplier-hotel-store.ts';
import { lockMappings } from '../ledger/decision-store.ts';
import { NORMAL_FORM_VERSION } from '../normal-form/normal-form.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import { isPaused, PAUSED_MS, type SyncJob, type SyncParts, scopeOfKey, syncKey } from './sync-parts.ts';

export const DETAILS = 'content.details';
const BATCH = 50;
/** The number of consecutive failures after which the job waits. */
const MAX_FAILED = 5;
const RETRY_MS = 15 * 60_000;
/** How long the job waits if only hotels are left whose details could not be read. */
const LAST_RETRY_MS = 60 * 60_000;
const NOW: JobResult = { kind: 'AGAIN', delayMs: 0 };
const SLICE_MS = 15 * 60_000;

/** Call it in the transaction that stores the hotels. */
export function planDetails(tx: Database, scope: ProviderScope): Promise<void> {
  return enqueue(tx, { kind: DETAILS, key: syncKey(scope), organisationId: null, delayMs: 0 });
}

/** The hotels of each account whose details could not be read. They are tried again only after all others. */
export type FailedDetails = Map<string, Set<string>>;

export async function readDetails(
  { reader, clock }: SyncParts,
  job: SyncJob,
  failures: FailedDetails,
): Promise<JobResult> {
  const scope = scopeOfKey(job.key);
  const session = reader.open(scope);
  if (session === undefined || !session.hasDetails) return DONE;
  if (await isPaused(reader, job)) return { kind: 'AGAIN', delayMs: PAUSED_MS };
  const endMs = clock.monotonicMs() + SLICE_MS;
  const failed = failures.get(job.key) ?? new Set();
  failures.set(job.key, failed);
  let failedInARow = 0;
  try {
    for (;;) {
      const hotels = await listNext(job.db, scope, [...failed]);
      if (hotels.length === 0) {
        failures.delete(job.key);
        return failed.size === 0 ? DONE : { kind: 'AGAIN', delayMs: LAST_RETRY_MS };
      }
      for (const hotel of hotels) {
        if (job.signal.aborted || clock.monotonicMs() >= endMs) return NOW;
        const read = await session.detail(hotel.supplierId, job.signal);
        if (job.signal.aborted) return NOW;
        if (read.kind === 'WAIT') return { kind: 'AGAIN', delayMs: read.waitMs };
        if (read.kind === 'FAILED') {
          // The next list run schedules the job again when it ends.
          if (read.isFinal) return DONE;
          failed.add(hotel.supplierId);
          failedInARow += 1;
          if (failedInARow >= MAX_FAILED) return { kind: 'AGAIN', delayMs: RETRY_MS };
        } else {
          failedInARow = 0;
          await storeDetail(job, scope, hotel, read.kind === 'OK' ? read.value : undefined);
        }
      }
    }
  } finally {
    await session.close();
  }
}

/** Hotels that are sold or wait for a decision come first. A hotel that cannot be read does not delay the others. */
async function listNext(
  db: Database,
  scope: ProviderScope,
  except: readonly string[],
): Promise<HotelWithoutDetails[]> {
  const mapped = await listWithoutDetails(db, scope, { isMapped: true, except, limit: BATCH });
  return mapped.length > 0
    ? mapped
    : listWithoutDetails(db, scope, { isMapped: false, except, limit: BATCH });
}

/**
 * `detail` is undefined if the supplier has no details of the hotel. This does not remove the hotel. Only list runs
 * remove hotels, and they need confirmation to remove many at once.
 */
function storeDetail(
  job: SyncJob,
  scope: ProviderScope,
  { supplierId, digest }: HotelWithoutDetails,
  detail: SuppliedHotel | undefined,
): Promise<void> {
  return inTransaction(job.db, async tx => {
    await lockMappings(tx, scope);
    const [known] = await findKnownHotels(tx, scope, [supplierId]);
    // A list has changed the hotel during the call, so the details may be older than the list. They are read again.
    if (known === undefined || known.digest !== digest) return;
    if (detail === undefined) await dropDetailWish(tx, scope, supplierId);
    else {
      const content = contentOf({ ...detail, supplierId }, digest);
      await checkChange(tx, scope, known, content);
      await writeDetails(tx, scope, content, NORMAL_FORM_VERSION);
    }
    await job.guard(tx);
  });
}
