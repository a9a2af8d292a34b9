/** Starts programs for tests, each in its own process group, so that none outlives the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

export interface StartOptions {
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** The user that runs the program. Requires root. */
  uid?: number;
  gid?: number;
}

export interface Running {
  child: ChildProcess;
  out(): string;
  err(): string;
  /** Resolves with the exit code, which is 128 or more if a signal ended the program. */
  ended: Promise<number>;
}

export interface Finished {
  code: number;
  out: string;
  err: string;
}

const RUN_TIMEOUT_MS = 60_000;
const KILLED = 137;
const left = new Set<ChildProcess>();
process.once('exit', endPrograms);

export function startProgram(command: string, args: readonly string[], options: StartOptions): Running {
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  left.add(child);
  const text = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', chunk => {
    text.out += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', chunk => {
    text.err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => {
    left.delete(child);
    return (code as number | null) ?? KILLED;
  });
  return { child, out: () => text.out, err: () => text.err, ended };
}

/** A program that does not end is killed, and the test fails. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: StartOptions,
): Promise<Finished> {
  const running = startProgram(command, args, options);
  const code = await within(RUN_TIMEOUT_MS, running.ended, () => {
    signalGroup(running.child, 'SIGKILL');
    return `${args.join(' ')} did not end:\n${running.out()}${running.err()}`;
  });
  return { code, out: running.out(), err: running.err() };
}

/** Sends the signal to the whole group, as Ctrl-C in a terminal does. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The process group no longer exists.
  }
}

/** Kills all programs that a failed test left running. */
export function endPrograms(): void {
  for (const child of left) signalGroup(child, 'SIGKILL');
}

/** Returns the result of the promise, or fails with this message if it takes too long. */
export async function within<T>(ms: number, promised: Promise<T>, problem: () => string): Promise<T> {
  const over = new AbortController();
  const late = delay(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(problem());
  });
  late.catch(() => {});
  try {
    return await Promise.race([promised, late]);
  } finally {
    over.abort();
  }
}

/** Repeats the check until it returns true. Fails if that takes longer than `ms`. */
export async function until(
  question: () => boolean | Promise<boolean>,
  ms: number,
  problem: () => string,
): Promise<void> {
  const endMs = performance.now() + ms;
  while (!(await question())) {
    if (performance.now() > endMs) throw new Error(problem());
    await delay(25);
  }
}
