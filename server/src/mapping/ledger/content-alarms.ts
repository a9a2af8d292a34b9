/** Finds content changes that suggest that a supplier id now refers to another hotel. Pure. */
import type { MAPPING_ALARMS } from '@serai/contract/mapping/mapping-fields.ts';
import { CorpusStatistics } from '../candidates/corpus-statistics.ts';
import { distanceMetres } from '../candidates/distance.ts';
import { compareChains } from '../normal-form/chains.ts';
import type { NormalForm } from '../normal-form/normal-form.ts';
import { compareNames } from '../scoring/compare-names.ts';

export type MappingAlarm = (typeof MAPPING_ALARMS)[number];

const MOVED_METRES = 1_000;
const NO_STATISTICS = new CorpusStatistics();

/** Returns the first alarm found. A corrected spelling or a translation raises none. */
export function findAlarm(before: NormalForm, after: NormalForm): MappingAlarm | undefined {
  if (before.location !== null && after.location !== null) {
    if (distanceMetres(before.location, after.location) > MOVED_METRES) return 'MOVED';
  }
  const { level, ours, theirs } = compareNames(before, after, NO_STATISTICS);
  const isSameName =
    level === 'SAME' || level === 'SAME_RARE' || level === 'SPELLING' || level === 'PLACE_ONLY';
  const isSameHouse =
    ours.marks.join() === theirs.marks.join() && ours.numbers.join() === theirs.numbers.join();
  if (!isSameName || !isSameHouse) return 'RENAMED';
  if (before.chain === null || after.chain === null) return undefined;
  return compareChains(before.chain, after.chain) === 'DIFFERENT' ? 'CHAIN_CHANGED' : undefined;
}
