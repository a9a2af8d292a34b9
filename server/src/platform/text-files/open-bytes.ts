/** Opens a file as a stream of its decompressed bytes. Supports plain files, gzip, and one file in a zip archive. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { crc32, createGunzip } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { type Compression, compressionOf } from './sniff-bytes.ts';
import { TextFileError } from './text-file-error.ts';

export interface OpenBytes {
  kind: Compression;
  /** The maximum of `bytesRead`. */
  totalBytes: number;
  bytesRead(): number;
  /** The stream can be read once. Throws TextFileError if the archive is damaged. */
  bytes: AsyncIterable<Buffer>;
  close(): void;
}

const CHUNK_BYTES = 256 * 1024;

/** `wanted` selects a file in a zip archive. Without it, the archive must contain only one file. */
export async function openBytes(path: string, wanted?: (name: string) => boolean): Promise<OpenBytes> {
  const { head, size } = await readHead(path);
  if (size === 0)
    throw new TextFileError({ file: path }, 'the file is empty.', 'Choose a file that is not empty.');
  const kind = compressionOf(head) ?? 'plain';
  if (kind === 'zip') return openZip(path, wanted);
  if (kind !== 'plain' && kind !== 'gzip') {
    throw new TextFileError(
      { file: path },
      `the file is compressed with ${kind}.`,
      'Decompress it first, or use gzip or zip.',
    );
  }
  const raw = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  // Errors are reported to the reader of the last stream in the pipeline.
  const last = kind === 'gzip' ? pipeline(raw, createGunzip({ chunkSize: CHUNK_BYTES }), () => {}) : raw;
  return {
    kind,
    totalBytes: size,
    bytesRead: () => raw.bytesRead,
    bytes: chunksOf(last as Readable, path),
    close: () => void raw.destroy(),
  };
}

async function readHead(path: string): Promise<{ head: Buffer; size: number }> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const stats = await file.stat();
    if (stats.isDirectory()) throw new TextFileError({ file: path }, 'this is a folder.', 'Specify a file.');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return { head: buffer.subarray(0, bytesRead), size: stats.size };
  } catch (error) {
    throw explain(error, path);
  } finally {
    await file?.close();
  }
}

async function* chunksOf(stream: Readable, path: string): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw explain(error, path);
  } finally {
    stream.destroy();
  }
}

async function openZip(path: string, wanted?: (name: string) => boolean): Promise<OpenBytes> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    const entry = await chooseEntry(zip, path, wanted);
    const stream = await zip.openReadStreamPromise(entry);
    let done = 0;
    return {
      kind: 'zip',
      totalBytes: entry.uncompressedSize,
      bytesRead: () => done,
      bytes: checkedChunks(stream, path, entry, zip, size => {
        done += size;
      }),
      close: () => zip?.close(),
    };
  } catch (error) {
    zip?.close();
    throw explain(error, path);
  }
}

async function chooseEntry(zip: ZipFile, path: string, wanted?: (name: string) => boolean): Promise<Entry> {
  const found: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    const isFile = !fileName.endsWith('/') && !fileName.startsWith('__MACOSX/');
    if (isFile && (wanted === undefined || wanted(fileName))) found.push(entry);
    if (found.length > 20) break;
  }
  const [entry, second] = found;
  if (entry === undefined) {
    const fault = wanted === undefined ? 'the archive is empty.' : 'the archive does not contain this file.';
    throw new TextFileError({ file: path }, fault, 'List its content with: unzip -l <file>');
  }
  if (second !== undefined) {
    const names = found.slice(0, 5).map(({ fileName }) => fileName);
    const fault = `the archive contains several files: ${names.join(', ')}${found.length > 5 ? ' …' : ''}.`;
    throw new TextFileError(
      { file: path },
      fault,
      'Use an archive with one file, or unpack it and specify the file.',
    );
  }
  if (entry.isEncrypted()) {
    throw new TextFileError({ file: path }, 'the archive needs a password.', 'Unpack it first.');
  }
  return entry;
}

/** The zip library checks sizes but not the checksum. */
async function* checkedChunks(
  stream: Readable,
  path: string,
  entry: Entry,
  zip: ZipFile,
  onBytes: (size: number) => void,
): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    for await (const chunk of chunksOf(stream, path)) {
      sum = crc32(chunk, sum);
      onBytes(chunk.length);
      yield chunk;
    }
    if (sum !== entry.crc32) throw damaged(path);
  } finally {
    zip.close();
  }
}

function damaged(path: string, cause?: unknown): TextFileError {
  const fault = 'the compressed file is truncated or damaged.';
  return new TextFileError({ file: path }, fault, 'Download or compress it again.', { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'file not found.',
  EACCES: 'permission denied.',
  EPERM: 'permission denied.',
  EISDIR: 'this is a folder.',
  ENOTDIR: 'file not found.',
};

function explain(error: unknown, path: string): unknown {
  if (error instanceof TextFileError || !(error instanceof Error)) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  if (reason !== undefined) {
    return new TextFileError({ file: path }, reason, 'Check the path and its permissions.', { cause: error });
  }
  const isArchive = code.startsWith('Z_') || code === '' || code === 'ERR_STREAM_PREMATURE_CLOSE';
  if (isArchive) return damaged(path, error);
  return new TextFileError({ file: path }, `reading failed: ${message}.`, 'Check the disk.', {
    cause: error,
  });
}
