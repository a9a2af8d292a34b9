/** Collects the problems of a batch of lines and reports them in file order. */
import type { Fault } from '../file-record.ts';
import type { Problem } from '../problem.ts';
import type { StagedRoom } from './rooms-file-store.ts';

export interface ProblemList {
  /** Reported with the others of its batch. A problem in a room of the second file is reported there. */
  tell(hotelLine: number, fault: Fault, rooms?: readonly StagedRoom[]): void;
  tellInOrder(): void;
}

export interface ProblemFiles {
  file: string;
  roomsFile: string | undefined;
  onProblem(problem: Problem): void;
}

export function problemList({ file, roomsFile, onProblem }: ProblemFiles): ProblemList {
  let problems: { hotelLine: number; problem: Problem }[] = [];
  return {
    tell(hotelLine, { path, message }, rooms = []) {
      const [, index, rest = ''] = /^\/rooms\/(\d+)(.*)$/.exec(path) ?? [];
      const room = index === undefined ? undefined : rooms[Number(index)];
      const problem =
        room === undefined || roomsFile === undefined
          ? { file, line: hotelLine, path, message }
          : { file: roomsFile, line: room.line, path: rest, message };
      problems.push({ hotelLine, problem });
    },
    tellInOrder() {
      const told = problems.sort((a, b) => a.hotelLine - b.hotelLine);
      problems = [];
      for (const { problem } of told) onProblem(problem);
    },
  };
}
