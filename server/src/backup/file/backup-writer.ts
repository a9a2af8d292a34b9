/** Writes a compressed and encrypted backup file. It has a temporary name until it is complete and on disk. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createGzip } from 'node:zlib';
import { StartError } from '../../platform/start-error.ts';
import { syncFolder } from '../../platform/sync-folder.ts';
import { chunkKey, headerLine, headerMark, newHeader } from './backup-header.ts';
import { frameHead } from './frames.ts';
import { CHUNK_BYTES, chunkSeal } from './sealed-chunk.ts';

export interface BackupWriter {
  /** Writes one frame. Waits if the disk is slow. */
  write(kind: string, payload: Uint8Array): Promise<void>;
  /** Renames the file once all of it is on disk. Returns its size. */
  finish(): Promise<number>;
  discard(): Promise<void>;
}

/** The fastest level, because users wait for a backup. */
const GZIP_LEVEL = 1;
const PACKED_BYTES = 65_536;
const LENGTH_BYTES = 4;
/** A flag in the highest bit of the length that marks the last chunk. */
export const LAST = 0x8000_0000;

export async function openBackupWriter(path: string, masterKey: Buffer): Promise<BackupWriter> {
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600).catch(cause => Promise.reject(notWritten(path, cause)));
  const header = newHeader(masterKey);
  const line = headerLine(header);
  const seal = chunkSeal(chunkKey(masterKey, header, path), headerMark(line));
  const gzip = createGzip({ level: GZIP_LEVEL, chunkSize: PACKED_BYTES });
  // The error is reported when the stream is read.
  gzip.on('error', () => {});
  let failure: unknown;
  const packed = sealInto(file, line, gzip, seal).catch(error => {
    failure = error;
    gzip.destroy();
    return 0;
  });

  async function push(bytes: Uint8Array): Promise<void> {
    const taken = Promise.withResolvers<void>();
    // The callback is also called if the stream is destroyed during the write.
    if (failure === undefined && !gzip.write(bytes, () => taken.resolve())) await taken.promise;
    if (failure !== undefined) throw notWritten(path, failure);
  }

  return {
    async write(kind, payload) {
      await push(frameHead(kind, payload.length));
      if (payload.length > 0) await push(payload);
    },
    async finish() {
      gzip.end();
      const bytes = await packed;
      try {
        if (failure !== undefined) throw failure;
        await file.sync();
        await file.close();
        await rename(part, path);
        await syncFolder(dirname(path));
        return bytes;
      } catch (error) {
        throw notWritten(path, error);
      }
    },
    async discard() {
      gzip.destroy();
      await packed;
      await file.close().catch(() => {});
      await rm(part, { force: true });
    },
  };
}

async function sealInto(
  file: FileHandle,
  line: Buffer,
  source: AsyncIterable<Buffer>,
  seal: ReturnType<typeof chunkSeal>,
): Promise<number> {
  let written = line.length;
  await file.writeFile(line);
  async function put(clear: Buffer, isLast: boolean): Promise<void> {
    const sealed = seal.seal(clear, isLast);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(isLast ? sealed.length + LAST : sealed.length);
    await file.writev([length, sealed]);
    written += length.length + sealed.length;
  }
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const bytes of source) {
    waiting.push(bytes);
    size += bytes.length;
    if (size < CHUNK_BYTES) continue;
    await put(Buffer.concat(waiting), false);
    waiting = [];
    size = 0;
  }
  await put(Buffer.concat(waiting), true);
  return written;
}

function notWritten(path: string, cause: unknown): StartError {
  return new StartError(
    `${path} could not be written: ${(cause as Error).message}.`,
    'Use another file, or free some disk space. No file was left behind.',
    { cause },
  );
}
