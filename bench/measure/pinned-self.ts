import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from './find-program.ts';

/**
 * Pins this process to the given cores, in the format of `taskset`. Programs started later choose their own
 * cores.
 */
export async function pinnedSelf(cores: string): Promise<void> {
  const { path } = await findProgram('taskset');
  await promisify(execFile)(path, ['-a', '-c', '-p', cores, String(process.pid)]);
}
