/**
 * Imports a catalogue file in one transaction. If a line is invalid, nothing is imported, unless `skipBad` skips the
 * invalid lines. The whole file is checked before the first hotel is written; only tombstones that retire a hotel are
 * applied earlier. A killed import leaves nothing behind, and importing the same file again changes nothing.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import type { CatalogueWrite } from '../../catalogue/catalogue-hotel.ts';
import { addMergeCounts, mergeStaged } from '../../catalogue/writing/merge-hotels.ts';
import {
  createStaging,
  dropStaging,
  indexStaging,
  keepMissingRooms,
} from '../../catalogue/writing/staging-store.ts';
import { retireHotels } from '../../catalogue/writing/tombstones-store.ts';
import { NoChange, writeCatalogue } from '../../catalogue-change-store.ts';
import { HOTEL_COLUMNS } from '../csv/csv-columns.ts';
import type { Problem } from '../file-record.ts';
import { openRecords, type RecordFile } from '../read-records.ts';
import { HotelStager } from './hotel-stager.ts';
import { type ImportCounts, noImportCounts, problemList } from './import-report.ts';
import { createImportedHotels, hasChanged, listMissingHotels } from './imported-hotels-store.ts';
import { createImportedRooms } from './imported-rooms-store.ts';
import {
  checkPendingMerges,
  checkRulesAgain,
  type MergeRules,
  writePendingMerges,
} from './pending-merges.ts';
import { createPendingMerges } from './pending-merges-store.ts';
import { reportUnmatchedRooms, stageRoomsFile } from './rooms-file.ts';

export interface ImportOptions {
  file: string;
  /** The second file of the CSV format. */
  roomsFile?: string | undefined;
  environment: Environment;
  /** Reports what would happen and writes nothing. */
  dryRun: boolean;
  /** Skips invalid lines instead of writing nothing at all. */
  skipBad: boolean;
  /** Hotels that the file does not list become INACTIVE. */
  removeMissing: boolean;
  /** Finds the pricing rules that a merge would disable. Such merges are refused. */
  mergeRules: MergeRules;
  onProblem(problem: Problem): void;
  /** Called for a problem that was corrected automatically. */
  onWarning?: ((warning: Problem) => void) | undefined;
  onWait?: (() => void) | undefined;
  /** Called when all lines have been read. From then on, progress refers to writing. */
  onWriting?: (() => void) | undefined;
  onProgress(done: number, share: number): void;
}

export interface ImportSummary extends ImportCounts {
  format: RecordFile['format'];
  problems: number;
  /** True if the import was carried out, even if it changed nothing. False for a dry run. */
  isWritten: boolean;
  /** True if the removal of missing hotels was skipped, because an invalid line does not identify its hotel. */
  removalSkipped: boolean;
}

/** Throws `TextFileError` if a file cannot be read at all. */
export async function importHotels(db: Database, options: ImportOptions): Promise<ImportSummary> {
  const { file, roomsFile } = options;
  const records = await openRecords(file, HOTEL_COLUMNS);
  try {
    if (roomsFile !== undefined && records.format === 'jsonl') {
      const hint = 'Omit --rooms, or provide the hotels as CSV.';
      throw new TextFileError({ file }, 'a JSON Lines file contains the rooms of its hotels.', hint);
    }
    const { environment, onWait } = options;
    const write = async (tx: Database, changeId: number) => {
      const summary = await writeFile(tx, changeId, records, options);
      if (!summary.isWritten || !(await hasChanged(tx, { environment, changeId })))
        throw new NoChange(summary);
      return summary;
    };
    return await writeCatalogue(db, `hotel import (${environment})`, write, { onWait });
  } finally {
    records.close();
  }
}

async function writeFile(
  tx: Database,
  changeId: number,
  records: RecordFile,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { file, roomsFile, environment, onProgress } = options;
  const counts = noImportCounts();
  let found = 0;
  const onProblem = (problem: Problem) => {
    found += 1;
    options.onProblem(problem);
  };
  const problems = problemList({ file, roomsFile, onProblem });
  const write = { environment, changeId };
  await createTables(tx);
  const hasRoomsFile = roomsFile !== undefined;
  const { hasUnidentifiedRooms } = hasRoomsFile
    ? await stageRoomsFile(tx, { roomsFile, environment, onProblem, onProgress })
    : { hasUnidentifiedRooms: false };
  const warnings = problemList({ file, roomsFile, onProblem: options.onWarning ?? (() => {}) });
  const stager = new HotelStager(tx, { write, hasRoomsFile, counts, problems, warnings });
  await stageFile(records, stager, counts, onProgress);
  if (counts.records === 0) {
    throw new TextFileError(
      { file },
      'the file contains no hotels.',
      'Provide a file with one hotel per line.',
    );
  }
  await indexStaging(tx);
  const merges = await checkPendingMerges(tx, write, counts, problems, options.mergeRules);
  if (roomsFile !== undefined) await reportUnmatchedRooms(tx, roomsFile, onProblem);
  const removalSkipped = options.removeMissing && stager.hasUnidentifiedHotels;
  const summary = { format: records.format, problems: found, removalSkipped };
  // Returns before the hotels are written, because even rows that are rolled back slow readers down until they are
  // vacuumed.
  if (found > 0 && !options.skipBad)
    return { ...summary, ...noImportCounts(), records: counts.records, isWritten: false };
  if (hasUnidentifiedRooms) await keepMissingRooms(tx);
  await writeStaged(tx, write, stager.staged, counts, options);
  if (options.removeMissing && !removalSkipped) counts.ended += await removeMissing(tx, write);
  await writePendingMerges(tx, write, counts);
  await checkRulesAgain(tx, merges, options.mergeRules, file);
  return { ...summary, ...counts, isWritten: !options.dryRun };
}

async function createTables(tx: Database): Promise<void> {
  await createImportedHotels(tx);
  await createImportedRooms(tx);
  await createPendingMerges(tx);
  await createStaging(tx);
}

async function stageFile(
  records: RecordFile,
  stager: HotelStager,
  counts: ImportCounts,
  onProgress: ImportOptions['onProgress'],
): Promise<void> {
  try {
    for await (const record of records.records) {
      await stager.add(record);
      onProgress(counts.records, records.share());
    }
    await stager.finish();
  } finally {
    await stager.stop();
  }
}

async function writeStaged(
  tx: Database,
  write: CatalogueWrite,
  staged: number,
  counts: ImportCounts,
  { onWriting = () => {}, onProgress }: ImportOptions,
): Promise<void> {
  onWriting();
  addMergeCounts(counts, await mergeStaged(tx, write, done => onProgress(done, done / staged)));
  await dropStaging(tx);
}

const REMOVAL_BATCH = 5_000;

/** Sets hotels that are missing from the file to INACTIVE. Returns how many there were. */
async function removeMissing(tx: Database, write: CatalogueWrite): Promise<number> {
  let ended = 0;
  for (let after = ''; ; ) {
    const ids = await listMissingHotels(tx, write.environment, after, REMOVAL_BATCH);
    if (ids.length === 0) return ended;
    after = ids.at(-1) ?? after;
    ended += (await retireHotels(tx, write, ids)).changed;
  }
}
