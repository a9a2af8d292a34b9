/** After a crash of ours: stops the server that was left running, and clears away what would hinder the next. */
import { StartError } from '../../start-error.ts';
import type { DatabaseLog } from '../database-log.ts';
import { acceptsConnections, isAlive, isServerOf, readPostmasterFile, recordPid } from './postmaster-file.ts';
import { waitUntil } from './wait-until.ts';

const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/** Call only with the folder's lock in hand: then nobody but a dead owner can have started a server here. */
export async function stopLeftOver(clusterDir: string, socketPath: string, log: DatabaseLog): Promise<void> {
  const found = readPostmasterFile(clusterDir);
  if (found === undefined) return;
  if (await isServerOf(found.pid, clusterDir, socketPath)) {
    log.warn({ pid: found.pid }, 'stopping the embedded database that a crashed process left running');
    await endProcess(found.pid);
  } else if (await acceptsConnections(socketPath)) {
    throw new StartError(
      `Another PostgreSQL serves ${clusterDir}, from where this process cannot see or stop it (another container?).`,
      'Stop it first, or choose another folder with SERAI_DATA_DIR.',
    );
  }
  // PostgreSQL takes any living process with the recorded id for its predecessor, except its parent. The other lines
  // stay: by them it finds processes that still use the old shared memory.
  if (isAlive(found.pid)) recordPid(clusterDir, process.pid);
}

/** Fast shutdown first; the harder ways cost a recovery at the next start but lose nothing. */
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
