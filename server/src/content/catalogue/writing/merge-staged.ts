/** Writes what is staged, a few thousand hotels at a time, in the order of their ids. */
import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite } from './catalogue-write.ts';
import { insertStagedHotels, updateStagedHotels } from './staged-hotels-store.ts';
import { mergeStagedRooms, type RoomCounts, touchStagedRooms } from './staged-rooms-store.ts';
import { findNextRange, type StagedRange } from './staging-store.ts';

export interface MergeCounts {
  created: number;
  changed: number;
  unchanged: number;
  rooms: RoomCounts;
}

/**
 * Progress is reported per range. Each range recounts the hotels of all its places, so there must not be too
 * many.
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
