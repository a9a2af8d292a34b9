/** Stages the rooms of the second CSV file until their hotels are read. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import { hotelIdOf } from '../../catalogue/hotel-id.ts';
import { hotelNames } from '../catalogue-record.ts';
import { ROOM_COLUMNS } from '../csv/csv-columns.ts';
import type { Problem } from '../problem.ts';
import { openRecords } from '../read-records.ts';
import { type StagedRoom, stageRooms } from './rooms-file-store.ts';

interface RoomsFileOptions {
  roomsFile: string;
  environment: Environment;
  onProblem(problem: Problem): void;
  onProgress(done: number, share: number): void;
}

const BATCH = 1_000;

interface RoomsFile {
  /** An invalid row does not identify its hotel. */
  hasUnnamedRooms: boolean;
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
  let hasUnnamedRooms = false;
  for await (const { line, value, faults } of file.records) {
    for (const fault of faults) onProblem({ file: roomsFile, line, ...fault });
    const { hotelId, sourceId = '' } = hotelNames(value);
    const isNamed = hotelId !== undefined || sourceId !== '';
    if (!isNamed && value !== undefined) {
      onProblem({ file: roomsFile, line, path: '/hotelId', message: 'Give hotelId or sourceId.' });
    }
    hasUnnamedRooms ||= !isNamed;
    if (!isNamed) continue;
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
  return { hasUnnamedRooms };
}
