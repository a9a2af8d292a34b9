/**
 * Writes some hotels and their rooms inside `writeCatalogue`. A record equal to the stored one is not touched and
 * keeps its change timestamp. `content` is the record of the catalogue file without `status`, `mergedInto` and
 * `rooms`, which have their own columns and tables. Call `settleMerges` after the last batch.
 */
import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite, IdentifiedHotel } from './catalogue-write.ts';
import { type MergeCounts, mergeStaged } from './merge-staged.ts';
import { type MergeProblem, placeHotels } from './place-hotels.ts';
import { createStaging, dropStaging, stageHotels } from './staging-store.ts';

export interface MergedHotels extends MergeCounts {
  /** These hotels were skipped completely. */
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
