import { findProgram } from './find-program.ts';

/** A command on given cores, as `taskset` takes them; all when absent. The process is the command's: taskset becomes it. */
export async function pinnedCommand(
  command: string,
  args: readonly string[],
  cores: string | undefined,
): Promise<[command: string, args: string[]]> {
  if (cores === undefined) return [command, [...args]];
  const taskset = await findProgram('taskset');
  return [taskset.path, ['-c', cores, command, ...args]];
}
