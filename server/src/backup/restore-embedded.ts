/**
 * Restores into the embedded database of a data folder that has none yet. It is made beside its place and moved there when it is
 * complete, so that whatever ends the restore leaves nothing that a start would take for a database.
 */
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Database, openOwnerDatabase } from '../platform/database/connect.ts';
import { quietLog } from '../platform/database/database-log.ts';
import { lockFolder } from '../platform/database/embedded/folder-lock.ts';
import { socketFolderFor } from '../platform/database/embedded/socket-folder.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/start-embedded-postgres.ts';
import { stopLeftOver } from '../platform/database/embedded/stop-left-over.ts';
import { StartError } from '../platform/start-error.ts';

const CLUSTER = 'postgres';
const UNFINISHED = 'restore.unfinished';

/** `work` gets the owner's connection to a new database, which becomes the folder's own when it has ended well. */
export async function restoreEmbedded<T>(folder: string, work: (owner: Database) => Promise<T>): Promise<T> {
  const dataDir = resolve(folder);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  checkFree(dataDir);
  const lock = lockFolder(dataDir);
  try {
    checkFree(dataDir);
    const aside = join(dataDir, UNFINISHED);
    const result = await onScratchDatabase(aside, work, async () => {
      await rename(join(aside, CLUSTER), join(dataDir, CLUSTER));
      await syncFolder(dataDir);
    });
    return result;
  } finally {
    lock.release();
  }
}

/** A database in a folder that goes when the work has ended. `keep` runs once the server has stopped after work that ended well. */
export async function onScratchDatabase<T>(
  folder: string,
  work: (owner: Database) => Promise<T>,
  keep: () => Promise<void> = async () => {},
): Promise<T> {
  await clearScratch(folder);
  try {
    const server = await startEmbeddedPostgres({ dataDir: folder, log: quietLog });
    const owner = openOwnerDatabase({
      address: server.address,
      log: quietLog,
      max: 1,
      statementTimeoutMs: 0,
      lockTimeoutMs: 0,
    });
    let result: T;
    try {
      result = await work(owner);
    } finally {
      await owner.close();
      await server.stop();
    }
    await keep();
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whoever was killed here has left a server running, which would take the new one for its own. */
export async function clearScratch(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const lock = lockFolder(folder);
  try {
    await stopLeftOver(join(folder, CLUSTER), socketFolderFor(folder).socketPath, quietLog);
  } finally {
    lock.release();
  }
  await rm(folder, { recursive: true, force: true });
}

function checkFree(dataDir: string): void {
  if (!existsSync(join(dataDir, CLUSTER))) return;
  throw new StartError(
    `The data folder ${dataDir} has a database already.`,
    'A restore never overwrites. Name a new folder with SERAI_DATA_DIR, or move the old database away first.',
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
