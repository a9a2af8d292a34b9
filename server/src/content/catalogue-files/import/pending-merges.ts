/** Checks and writes the merges of an import after its last line, because their targets are only known then. */
import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite, IdentifiedHotel } from '../../catalogue/catalogue-hotel.ts';
import { addMergeCounts, mergeHotels } from '../../catalogue/writing/merge-hotels.ts';
import { mergeInto, settleMerges } from '../../catalogue/writing/tombstones-store.ts';
import { addRemoved, type ImportCounts, type ProblemList } from './import-report.ts';
import {
  dropUnknownMerges,
  listPendingMerges,
  type PendingMerge,
  removeBrokenMerges,
  resolveTargets,
} from './pending-merges-store.ts';

export async function checkPendingMerges(
  tx: Database,
  { environment }: CatalogueWrite,
  counts: ImportCounts,
  problems: ProblemList,
): Promise<void> {
  await resolveTargets(tx, environment);
  counts.unknown += await dropUnknownMerges(tx, environment);
  for (const { line, hotelId, mergedInto, problem } of await removeBrokenMerges(tx, environment)) {
    const message =
      problem === 'CIRCLE'
        ? `The chain of merged hotels leads back to ${hotelId}.`
        : `The target hotel ${mergedInto} does not exist.`;
    problems.add(line, { path: '/mergedInto', message });
  }
  problems.flush();
}

/** Call it after all other hotels are written. */
export async function writePendingMerges(
  tx: Database,
  write: CatalogueWrite,
  counts: ImportCounts,
): Promise<void> {
  for (let after = 0; ; ) {
    const pending = await listPendingMerges(tx, after);
    if (pending.length === 0) break;
    after = pending.at(-1)?.line ?? after;
    await writeMerges(tx, write, counts, pending);
  }
  await settleMerges(tx, write);
}

async function writeMerges(
  tx: Database,
  write: CatalogueWrite,
  counts: ImportCounts,
  pending: readonly PendingMerge[],
): Promise<void> {
  const hotels: IdentifiedHotel[] = [];
  const tombstones: { hotelId: string; mergedInto: string }[] = [];
  for (const { hotelId, target, record } of pending) {
    if (record === null) tombstones.push({ hotelId, mergedInto: target });
    else hotels.push({ ...(JSON.parse(record) as IdentifiedHotel), mergedInto: target });
  }
  if (hotels.length > 0) addMergeCounts(counts, await mergeHotels(tx, write, hotels));
  if (tombstones.length > 0) addRemoved(counts, await mergeInto(tx, write, tombstones));
}
