import type { Database } from '../../../platform/database/connect.ts';
import type { Problem } from '../problem.ts';
import { listLostRooms } from './rooms-file-store.ts';

const MANY = 5_000;

/** Reports rooms of the second file whose hotel is not in the first file. */
export async function nameLostRooms(
  tx: Database,
  roomsFile: string,
  onProblem: (problem: Problem) => void,
): Promise<void> {
  for (let after = 0; ; ) {
    const lost = await listLostRooms(tx, after, MANY);
    if (lost.length === 0) return;
    for (const { nr, hotelId, sourceId, line } of lost) {
      after = nr;
      const message = `The hotels file does not list the hotel ${sourceId ?? hotelId}.`;
      onProblem({ file: roomsFile, line, path: '', message });
    }
  }
}
