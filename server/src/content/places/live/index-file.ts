/**
 * The index file in the data folder. It makes rebuilding the index at startup unnecessary, but is never the system of
 * record.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^places-.*\.index(\..*)?$/;
/** A temporary file this old was left behind by a process that was killed. */
const LEFT_OVER_MS = 3_600_000;

export function indexFile(dataDir: string, database: string): string {
  return join(dataDir, `places-${database}.index`);
}

/** The length of the header part that `isWanted` needs. */
const FIRST_BYTES = 64;

/** Reads the file into shared memory. Returns undefined if there is no file, or if `isWanted` rejects its first bytes. */
export async function readIndexFile(
  path: string,
  isWanted: (firstBytes: Uint8Array) => boolean,
): Promise<SharedArrayBuffer | undefined> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const first = await file.read(new Uint8Array(FIRST_BYTES), { position: 0 });
    if (!isWanted(first.buffer.subarray(0, first.bytesRead))) return undefined;
    const { size } = await file.stat();
    const buffer = new SharedArrayBuffer(size);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(new Uint8Array(buffer, at), { position: at });
      // The file was truncated during the read. The rest of the buffer stays zero, so the checksum will not match.
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return buffer;
  } finally {
    await file.close();
  }
}

/** Writes the file atomically. Also deletes index files of other databases and old temporary files. */
export async function writeIndexFile(
  dataDir: string,
  database: string,
  bytes: Uint8Array,
  nowMs: number,
): Promise<void> {
  const path = indexFile(dataDir, database);
  const temporary = `${path}.${randomUUID()}`;
  try {
    await writeFile(temporary, bytes, { mode: 0o600 });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  for (const name of await readdir(dataDir)) {
    const other = join(dataDir, name);
    if (!NAME.test(name) || other === path) continue;
    // Another process may still be writing a recent temporary file.
    const isRecent = nowMs - ((await stat(other).catch(() => undefined))?.mtimeMs ?? 0) < LEFT_OVER_MS;
    if (name.endsWith('.index') || !isRecent) await rm(other, { force: true });
  }
}
