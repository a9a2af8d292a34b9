/**
 * Cleans up after a crash of Serai: stops a server that is still running and removes anything that would prevent the
 * next start.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import { StartError } from '../../start-error.ts';
import type { DatabaseLog } from '../database-log.ts';
import { acceptsConnections, isAlive, isServerOf, readPostmasterFile, recordPid } from './postmaster-file.ts';

const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/** Requires the folder lock. Any server that still runs here was then started by a dead process. */
export async function stopLeftOver(clusterDir: string, socketPath: string, log: DatabaseLog): Promise<void> {
  const found = readPostmasterFile(clusterDir);
  if (found === undefined) return;
  if (await isServerOf(found.pid, clusterDir, socketPath)) {
    log.warn({ pid: found.pid }, 'stopping the embedded database that a crashed process left running');
    await endProcess(found.pid);
  } else if (await acceptsConnections(socketPath)) {
    throw new StartError(
      `Another PostgreSQL server is using ${clusterDir}, and this process can neither see nor stop it. It may be running in another container.`,
      'Stop it first, or choose another folder with SERAI_DATA_DIR.',
    );
  }
  // PostgreSQL mistakes any running process with the recorded id for its predecessor, except its own parent. The other
  // lines are kept, because PostgreSQL uses them to find processes that still use the old shared memory.
  if (isAlive(found.pid)) recordPid(clusterDir, process.pid);
}

/** Tries a fast shutdown first. The other methods require a recovery at the next start but lose no data. */
export async function endProcess(pid: number): Promise<void> {
  const gone = () => !isAlive(pid);
  signal(pid, 'SIGINT');
  if (await waitUntil(gone, FAST_SHUTDOWN_MS)) return;
  signal(pid, 'SIGQUIT');
  if (await waitUntil(gone, IMMEDIATE_SHUTDOWN_MS)) return;
  signal(pid, 'SIGKILL');
  await waitUntil(gone, IMMEDIATE_SHUTDOWN_MS);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const POLL_MS = 10;

/**
 * Polls until the condition is true, or returns false after the timeout. Unlike a `Clock` timer, this timer keeps the
 * process alive and cannot be controlled by a test clock.
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const endMs = systemClock.monotonicMs() + timeoutMs;
  while (!(await condition())) {
    if (systemClock.monotonicMs() >= endMs) return false;
    await delay(POLL_MS);
  }
  return true;
}
