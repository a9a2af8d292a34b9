/** Pins programs to CPU cores, which are given in `taskset` format. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from './find-program.ts';

/**
 * Returns the command that runs the program on these cores. Default: all cores. taskset replaces itself with the
 * program, so both have the same process id.
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

/** Programs that are started later choose their own cores. */
export async function pinSelf(cores: string): Promise<void> {
  const { path } = await findProgram('taskset');
  await promisify(execFile)(path, ['-a', '-c', '-p', cores, String(process.pid)]);
}
