/** A thread that finds or makes the index of a database, so that the thread that answers requests never stops for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../platform/clock.ts';
import { APP_ROLE, openDatabase } from '../../../platform/database/connect.ts';
import { quietLog } from '../../../platform/database/database-log.ts';
import { PlaceIndexBuilder } from '../search-index/build/build-place-index.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from '../search-index/snapshot/snapshot.ts';
import { readCatalogueVersion } from './catalogue-version-store.ts';
import { indexFile, readIndexFile, writeIndexFile } from './index-file.ts';
import type { IndexWork, LoadedIndex } from './load-index.ts';
import { withPlaceRows } from './place-rows-store.ts';

/** For one portion of rows; a server that has gone silent must not keep the index old for ever. */
const STATEMENT_TIMEOUT_MS = 60_000;

const { address, prepare, dataDir } = workerData as IndexWork;

const db = openDatabase({
  address,
  log: quietLog,
  role: APP_ROLE,
  max: 1,
  prepare,
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
});
try {
  parentPort?.postMessage(await findOrBuild());
} finally {
  await db.close();
}

async function findOrBuild(): Promise<LoadedIndex> {
  const { database, places: version } = await readCatalogueVersion(db);
  const kept = await readKept(database, version);
  if (kept.buffer !== undefined) return { buffer: kept.buffer };
  const buffer = await build();
  try {
    await writeIndexFile(dataDir, database, new Uint8Array(buffer), systemClock.nowMs());
    return { buffer, refused: kept.refused };
  } catch (error) {
    return { buffer, refused: kept.refused, unkept: (error as Error).message };
  }
}

/** The bytes of the file, unless it is missing, of another version, or not what was written. */
async function readKept(
  database: string,
  version: number,
): Promise<{ buffer?: ArrayBufferLike; refused?: string }> {
  const buffer = await readIndexFile(indexFile(dataDir, database));
  if (buffer === undefined) return {};
  try {
    return readSnapshot(buffer).dataVersion === version ? { buffer } : {};
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    return { refused: error.message };
  }
}

async function build(): Promise<ArrayBufferLike> {
  const builder = new PlaceIndexBuilder();
  const version = await withPlaceRows(db, async rows => {
    for await (const { places, names } of rows.portions()) {
      for (const place of places) builder.addPlace(place);
      for (const name of names) builder.addName(name);
    }
    return rows.version;
  });
  return writeSnapshot(builder.finish(version), bytes => new SharedArrayBuffer(bytes));
}
