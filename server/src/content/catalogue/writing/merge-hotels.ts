/**
 * Writes hotels and their rooms inside `writeCatalogue`. A record that equals the stored one is not touched and keeps
 * its change timestamp. Call `settleMerges` after the last batch.
 */
import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite, IdentifiedHotel } from '../catalogue-hotel.ts';
import { type MergeProblem, placeHotels } from './place-hotels.ts';
import {
  insertStagedHotels,
  mergeStagedRooms,
  type RoomCounts,
  touchStagedRooms,
  updateStagedHotels,
} from './staged-hotels-store.ts';
import { createStaging, dropStaging, findNextRange, type StagedRange, stageHotels } from './staging-store.ts';

export interface MergedHotels extends MergeCounts {
  /** Problems of hotels that were not written. */
  problems: MergeProblem[];
}

export async function mergeHotels(
  tx: Database,
  write: CatalogueWrite,
  hotels: readonly IdentifiedHotel[],
): Promise<MergedHotels> {
  const { placed, problems } = await placeHotels(tx, hotels);
  await createStaging(tx);
  await stageHotels(tx, placed);
  const counts = await mergeStaged(tx, write);
  await dropStaging(tx);
  return { ...counts, problems };
}

export interface MergeCounts {
  created: number;
  changed: number;
  unchanged: number;
  rooms: RoomCounts;
}

/**
 * Hotels written at a time. Progress is reported after each range. Small ranges are slow, because each range recounts the
 * hotels of all its places.
 */
const RANGE = 20_000;

export async function mergeStaged(
  tx: Database,
  write: CatalogueWrite,
  onProgress: (hotels: number) => void = () => {},
): Promise<MergeCounts> {
  const counts = noMergeCounts();
  let done = 0;
  for (let after = ''; ; ) {
    const range = await findNextRange(tx, write.environment, after, RANGE);
    if (range === undefined) return counts;
    addMergeCounts(counts, await mergeRange(tx, write, range));
    after = range.upTo;
    done += range.hotels;
    onProgress(done);
  }
}

async function mergeRange(tx: Database, write: CatalogueWrite, range: StagedRange): Promise<MergeCounts> {
  const { hotels, known } = range;
  if (known > 0) await touchStagedRooms(tx, write, range);
  const changed = known > 0 ? await updateStagedHotels(tx, write, range) : 0;
  const created = known < hotels ? await insertStagedHotels(tx, write, range) : 0;
  const rooms = await mergeStagedRooms(tx, write, range);
  return { created, changed, unchanged: hotels - created - changed, rooms };
}

export function noMergeCounts(): MergeCounts {
  return {
    created: 0,
    changed: 0,
    unchanged: 0,
    rooms: { created: 0, changed: 0, unchanged: 0, retired: 0 },
  };
}

export function addMergeCounts(sum: MergeCounts, added: MergeCounts): void {
  for (const name of ['created', 'changed', 'unchanged'] as const) sum[name] += added[name];
  for (const name of ['created', 'changed', 'unchanged', 'retired'] as const) {
    sum.rooms[name] += added.rooms[name];
  }
}
