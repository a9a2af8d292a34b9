import { findProgram } from './find-program.ts';

/**
 * Runs a command on the given cores, in the format of `taskset`. Default: all. The process id is that of the
 * command, because taskset replaces itself.
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
