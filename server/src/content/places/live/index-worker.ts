/** A thread that finds or makes the index of a database, so that the thread that answers requests never stops for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../platform/clock.ts';
import { openDatabase } from '../../../platform/database/connect.ts';
import { quietLog } from '../../../platform/database/database-log.ts';
import { hasOtherVersion, readSnapshot, SnapshotError } from '../search-index/snapshot/snapshot.ts';
import { buildIndex } from './build-index.ts';
import { type CatalogueVersion, readCatalogueVersion } from './catalogue-version-store.ts';
import { indexFile, readIndexFile, writeIndexFile } from './index-file.ts';
import type { IndexWork, LoadedIndex } from './load-index.ts';

const { address, prepare, gently, dataDir } = workerData as IndexWork;

// Not by terminating the thread: it takes along a process that it has started.
parentPort?.once('message', () => process.exit());
parentPort?.postMessage(await findOrBuild());

async function findOrBuild(): Promise<LoadedIndex> {
  const { database, places: version } = await readVersion();
  const kept = await readKept(database, version);
  if (kept.buffer !== undefined) return { buffer: kept.buffer };
  const buffer = await buildIndex({ address, prepare, gently });
  readSnapshot(buffer);
  try {
    await writeIndexFile(dataDir, database, new Uint8Array(buffer), systemClock.nowMs());
    return { buffer, refused: kept.refused };
  } catch (error) {
    return { buffer, refused: kept.refused, unkept: (error as Error).message };
  }
}

async function readVersion(): Promise<CatalogueVersion> {
  const pool = openDatabase({ address, log: quietLog, max: 1, prepare });
  try {
    return await readCatalogueVersion(pool.asService('The index of places is the same for all partners.'));
  } finally {
    await pool.close();
  }
}

/** The bytes of the file, unless it is missing, of another version, unreadable, or not what was written. */
async function readKept(
  database: string,
  version: number,
): Promise<{ buffer?: ArrayBufferLike; refused?: string }> {
  const path = indexFile(dataDir, database);
  try {
    const buffer = await readIndexFile(path, header => !hasOtherVersion(header, version));
    if (buffer === undefined) return {};
    return readSnapshot(buffer).dataVersion === version ? { buffer } : {};
  } catch (error) {
    const isOfFile = error instanceof SnapshotError || (error as NodeJS.ErrnoException).syscall !== undefined;
    if (!isOfFile) throw error;
    return { refused: (error as Error).message };
  }
}
