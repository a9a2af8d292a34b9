/**
 * Runs a program in the foreground and passes signals on, each kind once.
 *
 * Ctrl-C, a closing terminal and `kill -- -group` reach the program by themselves; `kill npm` reaches only us.
 * Telling the two apart matters, because a second signal tells a gracefully stopping server to stop at once.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** How long a signal to the whole group may take to be noticed, on a busy machine too. */
const NOTICE_MS = 250;

/**
 * A process of our group that dies of any signal: what killed it was sent to the group.
 * It reads a pipe of ours, so it ends with us even when we are killed outright.
 */
function startWitness() {
  /** @type {ChildProcess | undefined} */
  let current;
  let closed = false;
  /** Its death may be heard before the signal that caused it. */
  const deadlySignals = new Set();

  const start = () => {
    if (closed || process.platform === 'win32') return;
    const witness = spawn('cat', [], { stdio: ['pipe', 'ignore', 'ignore'] });
    current = witness;
    witness.stdin?.on('error', () => {});
    witness.on('error', () => {});
    witness.on('exit', (_code, signal) => {
      if (signal === null) return;
      deadlySignals.add(signal);
      start();
    });
  };
  start();

  return {
    /**
     * @param {NodeJS.Signals} signal
     * @returns {Promise<boolean>} whether the whole group got the signal
     */
    saw(signal) {
      const witness = current;
      return new Promise(resolve => {
        if (deadlySignals.has(signal)) return resolve(true);
        // The immediate lets an exit be heard that came while this process was starved.
        const late = setTimeout(() => setImmediate(() => resolve(deadlySignals.has(signal))), NOTICE_MS);
        witness?.once('exit', () => {
          clearTimeout(late);
          resolve(deadlySignals.has(signal));
        });
      });
    },
    close() {
      closed = true;
      current?.kill('SIGKILL');
    },
  };
}

/**
 * npm that is killed outright, or with a shell between us that keeps signals to itself, tells us nothing.
 * @param {() => void} onOrphaned
 */
function watchNpm(onOrphaned) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onOrphaned();
  }, NOTICE_MS);
  return () => clearInterval(timer);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions & { onStart?: (child: ChildProcess) => void, graceMs?: number }} [options] `graceMs` after a
 *   signal the program is killed; without it the program takes the time it needs
 * @returns {Promise<number>} the exit code; 128 and the signal's number when a signal ended the program
 */
export function launch(command, args, { onStart, graceMs, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const witness = startWitness();
    const told = new Set();
    /** @type {NodeJS.Timeout | undefined} */
    let killTimer;

    /** @param {NodeJS.Signals} signal */
    const onSignal = async signal => {
      if (told.has(signal)) return;
      told.add(signal);
      if (graceMs !== undefined) killTimer ??= setTimeout(() => child.kill('SIGKILL'), graceMs);
      if (!(await witness.saw(signal))) child.kill(signal);
    };
    const stopWatching = watchNpm(() => {
      if (told.size === 0) child.kill('SIGTERM');
    });
    const finish = () => {
      stopWatching();
      clearTimeout(killTimer);
      witness.close();
      for (const signal of SIGNALS) process.off(signal, onSignal);
    };

    for (const signal of SIGNALS) process.on(signal, onSignal);
    child.on('error', error => {
      finish();
      reject(error);
    });
    child.on('close', (code, signal) => {
      finish();
      resolve(code ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)]);
    });
    onStart?.(child);
  });
}
