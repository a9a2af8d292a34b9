import { type MergeCounts, noMergeCounts } from '../../catalogue/writing/merge-staged.ts';
import type { Ended } from '../../catalogue/writing/tombstones-store.ts';

export interface ImportCounts extends MergeCounts {
  /** Lines that hold something, bad ones included. */
  records: number;
  /** Hotels that became INACTIVE or MERGED, by a tombstone or since the file does not name them. */
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
