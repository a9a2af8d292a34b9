/**
 * Runs a program in the foreground and forwards each kind of signal once. Ctrl-C, a closing terminal and `kill --
 * -group` also reach the program directly, while `kill npm` reaches only the launcher. A second signal would make
 * a gracefully stopping server stop immediately.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** The folder is also in `server/src/compile-cache.ts`. */
const COMPILE_CACHE = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));

/** Time to notice that the whole group received a signal, even on a busy machine. */
const NOTICE_MS = 250;

/**
 * Starts a process in our group that ends on any signal. If a signal ends it, the whole group received that
 * signal. It reads from a pipe of ours, so it also ends when we are killed.
 */
function startWitness() {
  /** @type {ChildProcess | undefined} */
  let current;
  let closed = false;
  /** Signals that ended the process. Its exit may be reported before our own process receives the signal. */
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
     * @returns {Promise<boolean>} true if the whole group received the signal
     */
    saw(signal) {
      const witness = current;
      return new Promise(resolve => {
        if (deadlySignals.has(signal)) return resolve(true);
        // If this process got no CPU time for a while, `setImmediate` lets it handle the exit first.
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
 * Detects that npm has ended. No signal arrives if npm is killed, or if a shell between npm and us does not forward
 * signals.
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
 * @param {SpawnOptions & { onStart?: (child: ChildProcess) => void, graceMs?: number }} [options] the program is killed
 *   `graceMs` after a signal; by default it may take as long as it needs
 * @returns {Promise<number>} the exit code, or 128 plus the signal number if a signal ended the program
 */
export function launch(command, args, { onStart, graceMs, ...options } = {}) {
  return new Promise((resolve, reject) => {
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
    // Before the program starts: without a handler, a signal would end the launcher and leave the program behind.
    for (const signal of SIGNALS) process.on(signal, onSignal);
    // Programs in Node then start without compiling their files again, and so do the programs that they start.
    const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...(options.env ?? process.env) };
    const child = spawn(command, args, { stdio: 'inherit', ...options, env });
    const witness = startWitness();
    const stopWatching = watchNpm(() => {
      if (told.size === 0) child.kill('SIGTERM');
    });
    const finish = () => {
      stopWatching();
      clearTimeout(killTimer);
      witness.close();
      for (const signal of SIGNALS) process.off(signal, onSignal);
    };

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
