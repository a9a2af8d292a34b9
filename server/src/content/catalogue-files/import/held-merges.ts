/** The merges of an import. They wait until its last line, because their targets are only known then. */
import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite, IdentifiedHotel } from '../../catalogue/writing/catalogue-write.ts';
import { mergeHotels } from '../../catalogue/writing/merge-hotels.ts';
import { addMergeCounts } from '../../catalogue/writing/merge-staged.ts';
import { mergeInto, settleMerges } from '../../catalogue/writing/tombstones-store.ts';
import {
  dropUnknownMerges,
  type HeldMerge,
  listHeldMerges,
  resolveTargets,
  takeBrokenMerges,
} from './held-merges-store.ts';
import { addEnded, type ImportCounts } from './import-counts.ts';
import type { ProblemList } from './problem-list.ts';

/** Reports and drops merges that lead nowhere. */
export async function checkHeldMerges(
  tx: Database,
  { environment }: CatalogueWrite,
  counts: ImportCounts,
  problems: ProblemList,
): Promise<void> {
  await resolveTargets(tx, environment);
  counts.unknown += await dropUnknownMerges(tx, environment);
  for (const { line, hotelId, mergedInto, problem } of await takeBrokenMerges(tx, environment)) {
    const message =
      problem === 'CIRCLE'
        ? `The chain of merged hotels leads back to ${hotelId}.`
        : `The target hotel ${mergedInto} does not exist.`;
    problems.tell(line, { path: '/mergedInto', message });
  }
  problems.tellInOrder();
}

/** Runs after all other hotels. */
export async function writeHeldMerges(
  tx: Database,
  write: CatalogueWrite,
  counts: ImportCounts,
): Promise<void> {
  for (let after = 0; ; ) {
    const held = await listHeldMerges(tx, after);
    if (held.length === 0) break;
    after = held.at(-1)?.line ?? after;
    await writeMerges(tx, write, counts, held);
  }
  await settleMerges(tx, write);
}

async function writeMerges(
  tx: Database,
  write: CatalogueWrite,
  counts: ImportCounts,
  held: readonly HeldMerge[],
): Promise<void> {
  const hotels: IdentifiedHotel[] = [];
  const ends: { hotelId: string; mergedInto: string }[] = [];
  for (const { hotelId, target, record } of held) {
    if (record === null) ends.push({ hotelId, mergedInto: target });
    else hotels.push({ ...(JSON.parse(record) as IdentifiedHotel), mergedInto: target });
  }
  if (hotels.length > 0) addMergeCounts(counts, await mergeHotels(tx, write, hotels));
  if (ends.length > 0) addEnded(counts, await mergeInto(tx, write, ends));
}
