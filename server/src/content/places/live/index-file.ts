/** The index of one database as a file in the data folder. It spares a start the building; it is never the record. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^places-.*\.index(\..*)?$/;
const LEFT_OVER_MS = 3_600_000;

export function indexFile(dataDir: string, database: string): string {
  return join(dataDir, `places-${database}.index`);
}

/** Enough for `isWanted` to judge by. */
const FIRST_BYTES = 64;

/** In memory that threads share. Undefined where there is none, or by its first bytes none that is wanted. */
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
      // Cut short meanwhile; what is missing stays zero, and its reader sees that it is damaged.
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return buffer;
  } finally {
    await file.close();
  }
}

/** Whole or not at all. Files of other databases go, and what a killed process left long ago. */
export async function writeIndexFile(
  dataDir: string,
  database: string,
  bytes: Uint8Array,
  nowMs: number,
): Promise<void> {
  const path = indexFile(dataDir, database);
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, bytes, { mode: 0o600 });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  for (const name of await readdir(dataDir)) {
    const other = join(dataDir, name);
    if (!NAME.test(name) || other === path) continue;
    // Another process may be at writing this one right now.
    const isYoung = nowMs - ((await stat(other).catch(() => undefined))?.mtimeMs ?? 0) < LEFT_OVER_MS;
    if (name.endsWith('.index') || !isYoung) await rm(other, { force: true });
  }
}
