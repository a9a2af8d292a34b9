import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from './find-program.ts';

/** Keeps this process on given cores, as `taskset` takes them; what it starts later says for itself where it runs. */
export async function pinnedSelf(cores: string): Promise<void> {
  const { path } = await findProgram('taskset');
  await promisify(execFile)(path, ['-a', '-c', '-p', cores, String(process.pid)]);
}
