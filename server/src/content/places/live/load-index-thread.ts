/**
 * A thread that loads the place index of a database, so that the thread that serves requests never waits for it. It reads
 * the index file, or starts a child process that builds the index. When the child process exits, its memory is returned
 * to the system. The child process can also run at a low priority.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../platform/clock.ts';
import { openDatabase } from '../../../platform/database/connect.ts';
import { quietLog } from '../../../platform/database/database-log.ts';
import { hasOtherVersion, readSnapshot, SnapshotError } from '../search-index/snapshot.ts';
import { indexFile, readIndexFile, writeIndexFile } from './index-file.ts';
import type { LoadedIndex, LoadOptions } from './load-index.ts';
import { type CatalogueVersion, readCatalogueVersion } from './place-rows-store.ts';

export type BuildOptions = Omit<LoadOptions, 'dataDir'>;

const PROGRAM = fileURLToPath(new URL('./build-index-process.ts', import.meta.url));
/** Rows become garbage as soon as they are in the arrays. A larger semi-space would only use more memory. */
const SEMI_SPACE_MB = 8;
const MAX_ERROR_CHARACTERS = 2_000;

const { dataDir, ...options } = workerData as LoadOptions;

// The thread gets a message to exit instead of being terminated, so that it can end the child process.
parentPort?.once('message', () => process.exit());
parentPort?.postMessage(await findOrBuild());

async function findOrBuild(): Promise<LoadedIndex> {
  const { database, places: version } = await readVersion();
  const { buffer: saved, rejected } = await readSaved(database, version);
  if (saved !== undefined) return { buffer: saved };
  const buffer = await buildIndex(options);
  readSnapshot(buffer);
  try {
    await writeIndexFile(dataDir, database, new Uint8Array(buffer), systemClock.nowMs());
    return { buffer, rejected };
  } catch (error) {
    return { buffer, rejected, notSaved: (error as Error).message };
  }
}

async function readVersion(): Promise<CatalogueVersion> {
  const { address, prepare } = options;
  const pool = openDatabase({ address, log: quietLog, max: 1, prepare });
  try {
    return await readCatalogueVersion(pool.asService('The place index is the same for all partners.'));
  } finally {
    await pool.close();
  }
}

/** Returns no buffer if the file is missing, belongs to another version, is unreadable, or is damaged. */
async function readSaved(
  database: string,
  version: number,
): Promise<{ buffer?: ArrayBufferLike; rejected?: string }> {
  const path = indexFile(dataDir, database);
  try {
    const buffer = await readIndexFile(path, header => !hasOtherVersion(header, version));
    if (buffer === undefined) return {};
    return readSnapshot(buffer).dataVersion === version ? { buffer } : {};
  } catch (error) {
    const isFileError =
      error instanceof SnapshotError || (error as NodeJS.ErrnoException).syscall !== undefined;
    if (!isFileError) throw error;
    return { rejected: (error as Error).message };
  }
}

/** Returns the index in shared memory, without verifying it. */
async function buildIndex(build: BuildOptions): Promise<SharedArrayBuffer> {
  if (build.lowPriority) lowerPriority();
  const child = spawn(process.execPath, [`--max-semi-space-size=${SEMI_SPACE_MB}`, PROGRAM]);
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  try {
    // The input stays open. When it closes, even because this process crashed, the child process exits.
    child.stdin.on('error', () => {});
    child.stdin.write(`${JSON.stringify(build)}\n`);
    const [bytes, errors] = await Promise.all([
      readSized(child.stdout),
      readText(child.stderr),
      once(child, 'close'),
    ]);
    if (bytes === undefined)
      throw new Error(`The process that builds the place index failed: ${errors.trim()}`);
    return bytes;
  } finally {
    process.off('exit', end);
    end();
  }
}

/**
 * Lowers the priority of this thread and of the processes it starts. This works on Linux only; on other systems it would
 * change the whole process.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  // Relative to the current priority. At a much lower priority, the build would hardly make progress on a busy machine.
  setPriority(Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL));
}

/** Reads the size and then that number of bytes. Returns undefined if the stream ends early. */
async function readSized(stream: Readable): Promise<SharedArrayBuffer | undefined> {
  const head = Buffer.alloc(8);
  let bytes: Uint8Array<SharedArrayBuffer> | undefined;
  let at = 0;
  for await (let chunk of stream as AsyncIterable<Buffer>) {
    if (bytes === undefined) {
      const taken = chunk.copy(head, at);
      at += taken;
      if (at < head.length) continue;
      bytes = new Uint8Array(new SharedArrayBuffer(head.readDoubleLE()));
      at = 0;
      chunk = chunk.subarray(taken);
    }
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return at === bytes?.length ? bytes.buffer : undefined;
}

async function readText(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) text = (text + chunk).slice(0, MAX_ERROR_CHARACTERS);
  return text;
}
