/**
 * Reads text files of any size line by line: plain, gzip or zip, in strict UTF-8. Memory use is limited by the longest
 * line.
 */
import { type OpenBytes, openBytes } from './open-bytes.ts';
import { type Compression, compressionOf, notText } from './sniff-bytes.ts';
import { type LineBatch, splitLines } from './split-lines.ts';
import { TextFileError } from './text-file-error.ts';

export interface TextLine {
  /** Counted from 1. */
  number: number;
  text: string;
}

export interface TextFile {
  path: string;
  kind: Compression;
  /** The maximum of `bytesRead`: the size of the file, or of the unpacked file in a zip archive. */
  totalBytes: number;
  bytesRead(): number;
  /** Lines without line breaks. They can be read once, either here or as batches. */
  lines(): AsyncIterable<TextLine>;
  /** Many lines at a time, for speed. A carriage return at the end of a line is kept. */
  lineBatches(): AsyncIterable<LineBatch>;
  /** Only needed if the lines are not read to the end. */
  close(): void;
}

interface TextFileOptions {
  maxLineBytes?: number;
  /** Selects a file in a zip archive. Without it, the archive must contain only one file. */
  entry?: (name: string) => boolean;
  /**
   * Called for a line that is too long or not UTF-8. The line is then skipped. Without this callback, reading fails.
   */
  onBadLine?: (error: TextFileError) => void;
}

export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Throws TextFileError when opening or while reading lines. */
export async function openTextFile(path: string, options: TextFileOptions = {}): Promise<TextFile> {
  const { maxLineBytes = MAX_LINE_BYTES, onBadLine = fail } = options;
  const source = await openBytes(path, options.entry);
  const chunks = source.bytes[Symbol.asyncIterator]();
  let first: Buffer;
  try {
    first = await firstText(chunks, path);
  } catch (error) {
    source.close();
    throw error;
  }
  const lineBatches = () =>
    splitLines(rejoin(first, chunks, source), maxLineBytes, (line, why, bytes) =>
      onBadLine(why === 'TOO_LONG' ? tooLong(path, line, maxLineBytes) : notUtf8(path, line, bytes)),
    );
  return {
    path,
    kind: source.kind,
    totalBytes: source.totalBytes,
    bytesRead: source.bytesRead,
    lineBatches,
    lines: () => singleLines(lineBatches()),
    close: source.close,
  };
}

/** Returns the first bytes without a byte order mark. Throws if they cannot be text. */
async function firstText(chunks: AsyncIterator<Buffer>, path: string): Promise<Buffer> {
  let first = Buffer.alloc(0);
  while (first.length < 8) {
    const { value, done } = await chunks.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  const file = { file: path };
  const packed = compressionOf(first);
  if (packed !== undefined) {
    throw new TextFileError(
      file,
      `the file is compressed twice, with ${packed} inside.`,
      'Decompress it once.',
    );
  }
  const problem = notText(first);
  if (problem !== undefined) throw new TextFileError(file, problem.fault, problem.hint);
  const hasMark = first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf;
  const text = first.subarray(hasMark ? 3 : 0);
  if (text.length === 0)
    throw new TextFileError(file, 'the file is empty.', 'Choose a file that is not empty.');
  return text;
}

async function* rejoin(
  first: Buffer,
  rest: AsyncIterator<Buffer>,
  source: OpenBytes,
): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
    source.close();
  }
}

async function* singleLines(batches: AsyncIterable<LineBatch>): AsyncGenerator<TextLine> {
  for await (const { first, lines } of batches) {
    for (const [i, line] of lines.entries()) {
      yield { number: first + i, text: line.endsWith('\r') ? line.slice(0, -1) : line };
    }
  }
}

function fail(error: TextFileError): never {
  throw error;
}

function tooLong(file: string, line: number, maxBytes: number): TextFileError {
  const limit = maxBytes >= 1_048_576 ? `${Math.floor(maxBytes / 1_048_576)} MiB` : `${maxBytes} bytes`;
  const hint = 'This format has one record per line. Check the line endings of the file.';
  return new TextFileError({ file, line }, `the line is longer than ${limit}.`, hint);
}

function notUtf8(file: string, line: number, bytes: Buffer): TextFileError {
  // Bytes 0x80 to 0x9f are control characters in Latin-1, but letters or quotes in Windows-1252.
  const isWindows = bytes.some(byte => byte >= 0x80 && byte <= 0x9f);
  const encoding = isWindows ? 'WINDOWS-1252' : 'ISO-8859-1';
  const name = isWindows ? 'Windows-1252' : 'Latin-1 (ISO 8859-1)';
  const hint = `Save the file as UTF-8, for example with: iconv -f ${encoding} -t UTF-8 <file> > <new file>`;
  return new TextFileError({ file, line }, `not UTF-8; it looks like ${name}.`, hint);
}
