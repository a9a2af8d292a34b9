/** Reports the result of an import: how many records it changed, and the problems in its lines in file order. */
import { type MergeCounts, noMergeCounts } from '../../catalogue/writing/merge-hotels.ts';
import type { RemovedHotels } from '../../catalogue/writing/tombstones-store.ts';
import type { Fault, Problem } from '../file-record.ts';
import type { StagedRoom } from './imported-rooms-store.ts';

export interface ProblemList {
  /** `rooms` are the hotel's rooms from the second file. A problem in a room is reported with its line in that file. */
  add(hotelLine: number, fault: Fault, rooms?: readonly StagedRoom[]): void;
  /** Reports the problems of the batch in file order. */
  flush(): void;
}

export interface ProblemFiles {
  file: string;
  roomsFile: string | undefined;
  onProblem(problem: Problem): void;
}

export function problemList({ file, roomsFile, onProblem }: ProblemFiles): ProblemList {
  let problems: { hotelLine: number; problem: Problem }[] = [];
  return {
    add(hotelLine, { path, message }, rooms = []) {
      const [, index, rest = ''] = /^\/rooms\/(\d+)(.*)$/.exec(path) ?? [];
      const room = index === undefined ? undefined : rooms[Number(index)];
      const problem =
        room === undefined || roomsFile === undefined
          ? { file, line: hotelLine, path, message }
          : { file: roomsFile, line: room.line, path: rest, message };
      problems.push({ hotelLine, problem });
    },
    flush() {
      const sorted = problems.sort((a, b) => a.hotelLine - b.hotelLine);
      problems = [];
      for (const { problem } of sorted) onProblem(problem);
    },
  };
}

export interface ImportCounts extends MergeCounts {
  /** Non-empty lines, including invalid ones. */
  records: number;
  /** Hotels that became INACTIVE or MERGED, either by a tombstone or because the file does not list them. */
  ended: number;
  /** Tombstones for hotels that are not in the catalogue. */
  unknown: number;
}

export function noImportCounts(): ImportCounts {
  return { records: 0, ...noMergeCounts(), ended: 0, unknown: 0 };
}

export function addRemoved(counts: ImportCounts, { changed, unchanged, unknown }: RemovedHotels): void {
  counts.ended += changed;
  counts.unchanged += unchanged;
  counts.unknown += unknown.length;
}
