import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { pinnedCommand } from './taskset.ts';

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 10_000;

export interface ChildProgram {
  pid: number;
  /** The part of the output that matched `ready`. */
  ready: RegExpExecArray;
  stop(): Promise<void>;
}

export interface ChildOptions {
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Matches the output once the program is ready. */
  ready: RegExp;
  /** CPU cores in `taskset` format. Default: all. */
  cores?: string | undefined;
}

export async function startChild({ command, args, env, ready, cores }: ChildOptions): Promise<ChildProgram> {
  const child = spawn(...(await pinnedCommand(command, args, cores)), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const stop = () => stopChild(child);
  try {
    return { pid: child.pid as number, ready: await waitFor(child, ready), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function waitFor(child: ChildProcess, ready: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) => reject(new Error(`${child.spawnargs.join(' ')}: ${why}\n${output}`));
    const timer = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS);
    const onData = (chunk: Buffer) => {
      output = (output + chunk).slice(-65_536);
      const match = ready.exec(output);
      if (match === null) return;
      clearTimeout(timer);
      resolve(match);
    };
    // The output is read until the end, because a full pipe would block the program.
    child.stdout?.on('data', onData);
    child.stderr?.on('data', onData);
    child.once('error', error => fail(error.message));
    child.once('exit', code => fail(`ended with ${code}`));
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const late = pause(STOP_TIMEOUT_MS, 'late', { ref: false });
  if ((await Promise.race([exited, late])) === 'late') child.kill('SIGKILL');
  await exited;
}
