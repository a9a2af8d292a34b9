/**
 * At the first start, the names of places that are only searched are written after the service is ready, because no
 * response contains them and the place index has them already. Until then they are recorded as pending. Everything that
 * reads these names from the database, or changes them, must wait for them or write them first.
 */
import { type Clock, sleep } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { refreshStatistics, writeUnseen } from '../../catalogue-change-store.ts';
import { raisePlacesVersion } from '../follow-places-store.ts';
import { mergeNames } from '../staging/merge-names-store.ts';
import { linkStaged } from '../staging/merge-places-store.ts';
import { createStaging } from '../staging/staging-store.ts';
import type { SeedWork } from '../world/seed-work.ts';
import { writeSearchNames } from '../world/world-store.ts';
import { findPendingNames, recordNames } from './seed-store.ts';
import { stageSeed } from './stage-seed.ts';

const AWAIT_NAMES_MS = 60_000;
const POLL_MS = 250;

/** Waits for another process that has just loaded the places and is about to write their names, but not for long. */
export async function awaitNames(db: Database, clock: Clock): Promise<void> {
  const endMs = clock.monotonicMs() + AWAIT_NAMES_MS;
  while ((await findPendingNames(db)) !== undefined && clock.monotonicMs() < endMs) {
    await sleep(clock, POLL_MS);
  }
}

/** Writes the names that the thread computed, unless another process has written them. */
export async function writePendingNames(db: Database, work: SeedWork): Promise<boolean> {
  return writeUnseen(db, async tx => {
    if ((await findPendingNames(tx)) === undefined) return false;
    await writeSearchNames(tx, work);
    await recordNames(tx);
    await refreshStatistics(tx);
    return true;
  });
}

interface CompleteOptions {
  onRead?: (done: number, total: number) => void;
  /** Restricts the seed to every n-th city. Only tests use it. */
  everyCity?: number;
}

/**
 * Writes names that are still pending, for example because an earlier start was interrupted. Waits if another process
 * is writing them. Returns true if this call wrote them. Indexes are rebuilt then, because an earlier version of Serai
 * does not know about pending names, and may have built an index without them.
 */
export async function completeNames(db: Database, options?: CompleteOptions): Promise<boolean> {
  if ((await findPendingNames(db)) === undefined) return false;
  return writeUnseen(db, async tx => {
    const isWritten = await completeNamesIn(tx, options);
    if (!isWritten) return false;
    await raisePlacesVersion(tx);
    await refreshStatistics(tx);
    return true;
  });
}

/** Like `completeNames`, in the transaction of a writer. Call it before anything is staged. */
export async function completeNamesIn(
  tx: Database,
  { onRead, everyCity }: CompleteOptions = {},
): Promise<boolean> {
  const changeId = await findPendingNames(tx);
  if (changeId === undefined) return false;
  await createStaging(tx);
  await stageSeed(tx, onRead, everyCity);
  await linkStaged(tx, changeId);
  await mergeNames(tx, 'keep');
  await recordNames(tx);
  await tx.script('DROP TABLE staged_place, staged_name, merged_place, touched_place');
  return true;
}
