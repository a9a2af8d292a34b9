/** The second CSV file of an import. Its rooms are staged until their hotels are read. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import { hotelIdOf } from '../../catalogue/catalogue-hotel.ts';
import { hotelIdsOf } from '../catalogue-record.ts';
import { ROOM_COLUMNS } from '../csv/csv-columns.ts';
import type { Problem } from '../file-record.ts';
import { openRecords } from '../read-records.ts';
import { listUnmatchedRooms, type StagedRoom, stageRooms } from './imported-rooms-store.ts';

interface RoomsFileOptions {
  roomsFile: string;
  environment: Environment;
  onProblem(problem: Problem): void;
  onProgress(done: number, share: number): void;
}

const BATCH = 1_000;

interface RoomsFile {
  /** True if an invalid row does not identify its hotel. */
  hasUnidentifiedRooms: boolean;
}

export async function stageRoomsFile(
  tx: Database,
  { roomsFile, environment, onProblem, onProgress }: RoomsFileOptions,
): Promise<RoomsFile> {
  const file = await openRecords(roomsFile, ROOM_COLUMNS);
  if (file.format !== 'csv') {
    file.close();
    throw new TextFileError(
      { file: roomsFile },
      'the rooms file is not CSV.',
      'In JSON Lines, put the rooms into the line of their hotel.',
    );
  }
  let batch: StagedRoom[] = [];
  let nr = 0;
  let hasUnidentifiedRooms = false;
  for await (const { line, value, faults } of file.records) {
    for (const fault of faults) onProblem({ file: roomsFile, line, ...fault });
    const { hotelId, sourceId = '' } = hotelIdsOf(value);
    const isIdentified = hotelId !== undefined || sourceId !== '';
    if (!isIdentified && value !== undefined) {
      onProblem({ file: roomsFile, line, path: '/hotelId', message: 'Specify hotelId or sourceId.' });
    }
    hasUnidentifiedRooms ||= !isIdentified;
    if (!isIdentified) continue;
    const { hotelId: _id, sourceId: _source, ...room } = value as Record<string, unknown>;
    nr += 1;
    const owner =
      hotelId === undefined
        ? { hotelId: hotelIdOf(environment, sourceId), sourceId }
        : { hotelId, sourceId: null };
    batch.push({ nr, ...owner, line, record: faults.length > 0 ? null : JSON.stringify(room) });
    if (batch.length < BATCH) continue;
    await stageRooms(tx, environment, batch);
    batch = [];
    onProgress(0, file.share() / 100);
  }
  if (batch.length > 0) await stageRooms(tx, environment, batch);
  return { hasUnidentifiedRooms };
}

const REPORT_BATCH = 5_000;

export async function reportUnmatchedRooms(
  tx: Database,
  roomsFile: string,
  onProblem: (problem: Problem) => void,
): Promise<void> {
  for (let after = 0; ; ) {
    const unmatched = await listUnmatchedRooms(tx, after, REPORT_BATCH);
    if (unmatched.length === 0) return;
    for (const { nr, hotelId, sourceId, line } of unmatched) {
      after = nr;
      const message = `The hotels file does not list the hotel ${sourceId ?? hotelId}.`;
      onProblem({ file: roomsFile, line, path: '', message });
    }
  }
}
