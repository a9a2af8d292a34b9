/**
 * A lock file that names its holder, so that the lock of a killed process can be taken over immediately. It
 * coordinates commands on one machine and must never protect data.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Process ids are reused, for example after a reboot. The start time distinguishes two processes with the same id.
 * @param {number} pid
 * @returns {string | undefined} undefined if there is no such process
 */
function identify(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fieldsAfterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${pid} ${fieldsAfterName[19]}`;
  } catch {
    return `${pid}`;
  }
}

/** @param {string} path */
function readHolder(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * @param {string} path
 * @param {string} me
 * @returns {boolean}
 */
function create(path, me) {
  try {
    writeFileSync(path, me, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} holder */
function isGone(holder) {
  const pid = Number(holder.split(' ')[0]);
  return !(pid > 0) || identify(pid) !== holder;
}

/**
 * @template T
 * @param {string} path
 * @param {{ onWait: (pid: number) => void }} options `onWait` is called once, when another process holds the lock
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function withLock(path, { onWait }, task) {
  const me = /** @type {string} */ (identify(process.pid));
  mkdirSync(dirname(path), { recursive: true });
  let waited = false;
  while (!create(path, me)) {
    const holder = readHolder(path);
    if (holder === undefined) continue;
    // A new lock file is empty for a very short time. If it stays empty, it was left behind.
    if (holder === '') await sleep(POLL_MS);
    if (isGone(holder)) {
      if (readHolder(path) === holder) rmSync(path, { force: true });
      continue;
    }
    if (!waited) onWait(Number(holder.split(' ')[0]));
    waited = true;
    await sleep(POLL_MS);
  }
  try {
    return await task();
  } finally {
    if (readHolder(path) === me) rmSync(path, { force: true });
  }
}
