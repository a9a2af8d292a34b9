import { findProgram } from './find-program.ts';

/** A command on given cores, as `taskset` takes them; all when absent. The process is the command's: taskset becomes it. */
export function pinnedCommand(
  command: string,
  args: readonly string[],
  cores: string | undefined,
): [command: string, args: string[]] {
  if (cores === undefined) return [command, [...args]];
  return [findProgram('taskset', 'util-linux'), ['-c', cores, command, ...args]];
}
