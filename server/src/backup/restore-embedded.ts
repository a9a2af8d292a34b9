/**
 * Restores a backup into the embedded database of a data folder that has none yet. The database is created in a
 * separate folder and moved when it is complete, so an interrupted restore leaves nothing that a start would use.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Database, openOwnerDatabase } from '../platform/database/connect.ts';
import { quietLog } from '../platform/database/database-log.ts';
import { lockFolder } from '../platform/database/embedded/data-folder.ts';
import { socketFolderFor } from '../platform/database/embedded/socket-folder.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/start-embedded-postgres.ts';
import { stopLeftOver } from '../platform/database/embedded/stop-left-over.ts';
import { StartError } from '../platform/start-error.ts';
import { syncFolder } from '../platform/sync-folder.ts';

const CLUSTER = 'postgres';
const UNFINISHED = 'restore.unfinished';

/**
 * `work` receives the owner's connection to a new database. If it succeeds, the new database becomes the database of
 * the data folder.
 */
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

/** Runs work on a database in a temporary folder. If the work succeeds, `keep` runs after the server has stopped. */
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

/** A killed restore may have left a server running, which would interfere with the new server. */
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
    `The data folder ${dataDir} already has a database.`,
    'A restore never overwrites existing data. Choose a new folder with SERAI_DATA_DIR, or move the old database first.',
  );
}
