import { type MergeCounts, noMergeCounts } from '../../catalogue/writing/merge-staged.ts';
import type { Ended } from '../../catalogue/writing/tombstones-store.ts';

export interface ImportCounts extends MergeCounts {
  /** Non-empty lines, including invalid ones. */
  records: number;
  /** Hotels that became INACTIVE or MERGED, by a tombstone or because the file does not list them. */
  ended: number;
  /** Tombstones of hotels that are not in the catalogue. */
  unknown: number;
}

export function noImportCounts(): ImportCounts {
  return { records: 0, ...noMergeCounts(), ended: 0, unknown: 0 };
}

export function addEnded(counts: ImportCounts, { changed, unchanged, unknown }: Ended): void {
  counts.ended += changed;
  counts.unchanged += unchanged;
  counts.unknown += unknown.length;
}
