import { findProgram } from './find-program.ts';

/**
 * Returns a command that runs on the given cores, in the format of `taskset`. Default: all. It keeps its process
 * id, because taskset replaces itself with the command.
 */
export async function pinnedCommand(
  command: string,
  args: readonly string[],
  cores: string | undefined,
): Promise<[command: string, args: string[]]> {
  if (cores === undefined) return [command, [...args]];
  const taskset = await findProgram('taskset');
  return [taskset.path, ['-c', cores, command, ...args]];
}
