/**
 * Imports a catalogue file in one transaction: all of it or, where a line is bad, nothing; with `skipBad` the rest of it.
 * Who is killed leaves nothing behind, and the same file again changes nothing.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { TextFileError } from '../../platform/text-files/text-file-error.ts';
import { NoChange, writeCatalogue } from '../catalogue-change-store.ts';
import { HOTEL_COLUMNS } from './csv/csv-columns.ts';
import { HotelWriter, type ImportCounts } from './hotel-writer.ts';
import { createImportTables, hasChanged } from './import-store.ts';
import type { Problem } from './problem.ts';
import { openRecords, type RecordFile } from './read-records.ts';
import { stageRoomsFile } from './stage-rooms-file.ts';

export interface ImportOptions {
  file: string;
  /** The second file of the CSV format. */
  roomsFile?: string | undefined;
  environment: Environment;
  /** Finds out what would happen, and writes nothing. */
  dryRun: boolean;
  /** Leaves bad lines out instead of writing nothing at all. */
  skipBad: boolean;
  /** Hotels that the file does not name become INACTIVE. */
  removeMissing: boolean;
  onProblem(problem: Problem): void;
  /** Another import is at work, and this one waits for it. */
  onWait?: (() => void) | undefined;
  onProgress(done: number, share: number): void;
}

export interface ImportSummary extends ImportCounts {
  format: RecordFile['format'];
  problems: number;
  /** Whether the catalogue is now as the file says, also where it was so before. */
  isWritten: boolean;
  /** Nothing was removed, since a bad line does not say which hotel it is about. */
  removalSkipped: boolean;
}

/** Fails with TextFileError where a file as a whole cannot be read. */
export async function importHotels(db: Database, options: ImportOptions): Promise<ImportSummary> {
  const { file, roomsFile } = options;
  const records = await openRecords(file, HOTEL_COLUMNS);
  try {
    if (roomsFile !== undefined && records.format === 'jsonl') {
      const hint = 'Leave --rooms out, or give the hotels as CSV.';
      throw new TextFileError({ file }, 'hotels in JSON Lines hold their rooms themselves.', hint);
    }
    const { environment, onWait } = options;
    const write = async (tx: Database, changeId: number) => {
      const summary = await writeFile(tx, changeId, records, options);
      if (!summary.isWritten || !(await hasChanged(tx, { environment, changeId })))
        throw new NoChange(summary);
      return summary;
    };
    return await writeCatalogue(db, `import of hotels, ${environment}`, write, { onWait });
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
  let problems = 0;
  const onProblem = (problem: Problem) => {
    problems += 1;
    options.onProblem(problem);
  };
  await createImportTables(tx);
  if (roomsFile !== undefined) await stageRoomsFile(tx, { roomsFile, environment, onProblem, onProgress });
  const writer = new HotelWriter(tx, { file, roomsFile, environment, changeId, onProblem });
  for await (const record of records.records) {
    await writer.add(record);
    onProgress(writer.counts.records, records.share());
  }
  await writer.flush();
  if (writer.counts.records === 0) {
    throw new TextFileError({ file }, 'the file holds no hotel.', 'Give a file with one hotel a line.');
  }
  const removalSkipped = options.removeMissing && writer.hasUnnamedHotels;
  if (options.removeMissing && !removalSkipped) await writer.removeMissing();
  await writer.settle();
  const isWritten = !options.dryRun && (problems === 0 || options.skipBad);
  return { format: records.format, ...writer.counts, problems, isWritten, removalSkipped };
}
