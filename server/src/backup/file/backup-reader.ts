/** Reads a backup from beginning to end. A chunk is only passed on after it has been authenticated. */
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StartError } from '../../platform/start-error.ts';
import { chunkKey, headerMark, MAX_HEADER_BYTES, parseHeader } from './backup-header.ts';
import { LAST } from './backup-writer.ts';
import { type Frame, readFrames } from './frames.ts';
import { CHUNK_BYTES, chunkSeal, TAG_BYTES } from './sealed-chunk.ts';

/** A chunk ends with the piece that reaches CHUNK_BYTES, so it may be longer than CHUNK_BYTES. */
const MAX_CHUNK_BYTES = 4 * CHUNK_BYTES;
const LENGTH_BYTES = 4;

/** `onRead` is called after each chunk with the number of bytes read from the file so far. */
export async function* readBackup(
  path: string,
  masterKey: Buffer,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Frame> {
  const file = await open(path, 'r').catch(cause => Promise.reject(notRead(path, cause)));
  const gunzip = createGunzip();
  const unpacked = pipeline(Readable.from(openChunks(file, path, masterKey, onRead)), gunzip);
  // The error is reported when the frames are read below.
  unpacked.catch(() => {});
  try {
    yield* readFrames(gunzip);
    await unpacked;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw damaged(path, error);
  } finally {
    gunzip.destroy();
    await unpacked.catch(() => {});
    await file.close();
  }
}

async function* openChunks(
  file: FileHandle,
  path: string,
  masterKey: Buffer,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let position = 0;
  async function take(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, position);
      if (bytesRead === 0) throw damaged(path, 'the file is truncated');
      filled += bytesRead;
      position += bytesRead;
    }
    return bytes;
  }
  const line = await readLine(file, path);
  position = line.length;
  const key = chunkKey(masterKey, parseHeader(line.toString('utf8', 0, line.length - 1), path), path);
  const seal = chunkSeal(key, headerMark(line));
  for (let isLast = false; !isLast; ) {
    const word = (await take(LENGTH_BYTES)).readUInt32BE();
    isLast = word >= LAST;
    const length = isLast ? word - LAST : word;
    if (length < TAG_BYTES || length > MAX_CHUNK_BYTES) throw damaged(path, 'a chunk has an invalid length');
    yield openChunk(seal, await take(length), isLast, path);
    onRead(position);
  }
  const { bytesRead } = await file.read(Buffer.alloc(1), 0, 1, position);
  if (bytesRead > 0) throw damaged(path, 'there is data after its end');
}

function openChunk(
  seal: ReturnType<typeof chunkSeal>,
  sealed: Buffer,
  isLast: boolean,
  path: string,
): Buffer {
  try {
    return seal.open(sealed, isLast);
  } catch (cause) {
    throw damaged(path, 'a chunk was changed', cause);
  }
}

async function readLine(file: FileHandle, path: string): Promise<Buffer> {
  const begin = Buffer.alloc(MAX_HEADER_BYTES);
  const { bytesRead } = await file.read(begin, 0, begin.length, 0);
  const end = begin.subarray(0, bytesRead).indexOf('\n');
  // Throws an error, because the file is not a backup.
  if (end < 0) parseHeader('', path);
  return begin.subarray(0, end + 1);
}

export function damaged(path: string, what: unknown, cause = what): StartError {
  const words = typeof what === 'string' ? what : (what as Error).message;
  return new StartError(
    `${path} is damaged: ${words}.`,
    'Use another copy or another backup. Nothing was restored.',
    { cause },
  );
}

function notRead(path: string, cause: unknown): StartError {
  return new StartError(
    `${path} could not be read (${(cause as NodeJS.ErrnoException).code}).`,
    'Check its name and permissions.',
    {
      cause,
    },
  );
}
