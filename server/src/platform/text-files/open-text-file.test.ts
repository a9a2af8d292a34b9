import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../../test/zip-file.ts';
import { openTextFile, type TextLine } from './open-text-file.ts';
import { splitLines } from './split-lines.ts';
import { TextFileError } from './text-file-error.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'serai-text-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(bytes: string | Buffer, name = 'given.txt'): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function linesOf(path: string, options?: Parameters<typeof openTextFile>[1]): Promise<TextLine[]> {
  const file = await openTextFile(path, options);
  const lines = await all(file.lines());
  expect(file.bytesRead()).toBe(file.totalBytes);
  return lines;
}

const failure = async (reading: Promise<unknown>) => {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TextFileError);
  return error as TextFileError;
};

const TEXT = 'Köln\nA Coruña\r\n\n東京\n';
const LINES = [
  { number: 1, text: 'Köln' },
  { number: 2, text: 'A Coruña' },
  { number: 3, text: '' },
  { number: 4, text: '東京' },
];

describe('supported file formats', () => {
  it.each([
    ['a plain text file', Buffer.from(TEXT)],
    ['a plain text file with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['a plain text file without a final line break', Buffer.from(TEXT.trimEnd())],
    ['a gzip file', gzipSync(TEXT)],
    ['a gzip file with two members', Buffer.concat([gzipSync('Köln\nA Cor'), gzipSync('uña\r\n\n東京\n')])],
    ['a zip archive', zipOf([{ name: 'places.txt', bytes: Buffer.from(TEXT) }])],
    [
      'a zip archive that contains a macOS metadata folder',
      zipOf([
        { name: 'data/', bytes: Buffer.alloc(0) },
        { name: 'data/places.txt', bytes: Buffer.from(TEXT) },
        { name: '__MACOSX/data/._places.txt', bytes: Buffer.from('x') },
      ]),
    ],
  ])('the text file reader reads the same lines from %s', async (_, bytes) => {
    expect(await linesOf(fileOf(bytes))).toEqual(LINES);
  });

  it('the text file reader reads the same lines wherever the stream is split', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '東', '🏨', '\n', '\r') });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (given, size) => {
        const bytes = Buffer.from(given);
        const chunks = (async function* () {
          for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
        })();
        const batches = await all(splitLines(chunks, 1_000, () => expect.fail('no line is bad')));
        const lines = given.split('\n');
        if (lines.at(-1) === '') lines.pop();
        expect(batches.flatMap(batch => batch.lines)).toEqual(lines);
        let next = 1;
        for (const batch of batches) {
          expect(batch.first).toBe(next);
          next += batch.lines.length;
        }
      }),
    );
  });

  it('the text file reader can read a selected file from an archive', async () => {
    const archive = zipOf([
      { name: 'names.txt', bytes: Buffer.from(TEXT) },
      { name: 'languages.txt', bytes: Buffer.from('other') },
    ]);
    const path = fileOf(archive);
    expect(await linesOf(path, { entry: name => name.startsWith('names') })).toEqual(LINES);
    expect(await failure(openTextFile(path))).toMatchObject({
      fault: 'the archive contains several files: names.txt, languages.txt.',
    });
    expect(await failure(openTextFile(path, { entry: () => false }))).toMatchObject({
      fault: 'the archive does not contain this file.',
    });
  });
});

describe('unreadable files', () => {
  const packed = gzipSync(TEXT.repeat(1_000));
  const archive = zipOf([{ name: 'a', bytes: Buffer.from(TEXT) }]);
  const spoilt = Buffer.from(archive);
  spoilt[35] = 0x20;
  it.each<[string, Buffer, string]>([
    ['an empty file', Buffer.alloc(0), 'the file is empty.'],
    ['a file that contains only a byte order mark', Buffer.from('\uFEFF'), 'the file is empty.'],
    ['an empty gzip file', gzipSync(''), 'the file is empty.'],
    [
      'a truncated gzip file',
      packed.subarray(0, packed.length - 20),
      'the compressed file is truncated or damaged.',
    ],
    [
      'a damaged gzip file',
      Buffer.concat([packed.subarray(0, 30), Buffer.alloc(200, 1)]),
      'the compressed file is',
    ],
    [
      'a truncated zip archive',
      archive.subarray(0, archive.length - 10),
      'the compressed file is truncated or damaged.',
    ],
    ['a zip archive with a wrong checksum', spoilt, 'the compressed file is truncated or damaged.'],
    ['an empty zip archive', zipOf([]), 'the archive is empty.'],
    ['a gzip file inside a gzip file', gzipSync(packed), 'the file is compressed twice, with gzip inside.'],
    ['a zip archive inside a gzip file', gzipSync(archive), 'the file is compressed twice, with zip inside.'],
    [
      'a zip archive inside a zip archive',
      zipOf([{ name: 'b.zip', bytes: archive }]),
      'the file is compressed twice, with zip inside.',
    ],
    ['an xz file', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), 'the file is compressed with xz.'],
    ['text in UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), 'the text is in UTF-16LE, not in UTF-8.'],
    [
      'text in big-endian UTF-16',
      Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16(),
      'the text is in UTF-16BE',
    ],
    [
      'text in UTF-16 without a byte order mark',
      Buffer.from('hotelId,name\n', 'utf16le'),
      'the text is in UTF-16LE',
    ],
    [
      'text in Latin-1',
      Buffer.from(`id\n${TEXT}`, 'latin1'),
      'not UTF-8; it looks like Latin-1 (ISO 8859-1).',
    ],
    [
      'text in Windows-1252',
      Buffer.from([0x61, 0x0a, 0x93, 0x62, 0x94]),
      'not UTF-8; it looks like Windows-1252.',
    ],
    ['a binary file', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 0, 0, 1]), 'this is not a text file'],
  ])('an unreadable file is reported with a hint: %s', async (_, bytes, fault) => {
    const path = fileOf(bytes);
    const error = await failure(linesOf(path));
    expect(error.fault).toContain(fault);
    expect(error.message.startsWith(`${path}:`)).toBe(true);
    expect(error.hint).not.toBe('');
  });

  it('the text file reader reports a missing file and a folder', async () => {
    expect(await failure(openTextFile(join(folder, 'none')))).toMatchObject({
      fault: 'file not found.',
    });
    expect(await failure(openTextFile(folder))).toMatchObject({ fault: 'this is a folder.' });
  });

  it('the text file reader reports an invalid line with its number', async () => {
    const latin = fileOf(Buffer.concat([Buffer.from('a\nb\n'), Buffer.from([0xe9]), Buffer.from('\n')]));
    expect((await failure(linesOf(latin))).line).toBe(3);
    const long = fileOf(`a\n${'x'.repeat(500)}\nb\n`);
    const error = await failure(linesOf(long, { maxLineBytes: 100 }));
    expect(error).toMatchObject({ line: 2, fault: 'the line is longer than 100 bytes.' });
  });
});

describe('with a listener for bad lines', () => {
  it('the text file reader reports and skips bad lines, and the other lines keep their numbers', async () => {
    const told: string[] = [];
    const bytes = Buffer.concat([
      Buffer.from(`a\n${'x'.repeat(500)}\n`),
      Buffer.from([0xe9, 0x0a]),
      Buffer.from('b\n'),
    ]);
    const onBadLine = ({ line, fault }: TextFileError) => void told.push(`${line} ${fault}`);
    expect(await linesOf(fileOf(bytes), { maxLineBytes: 100, onBadLine })).toEqual([
      { number: 1, text: 'a' },
      { number: 4, text: 'b' },
    ]);
    expect(told).toEqual([
      '2 the line is longer than 100 bytes.',
      '3 not UTF-8; it looks like Latin-1 (ISO 8859-1).',
    ]);
  });

  it('a line of 100 MB is never buffered as a whole', async () => {
    const path = join(folder, 'long.txt');
    const stream = createWriteStream(path);
    stream.write('a\n');
    for (let i = 0; i < 100; i++) stream.write(Buffer.alloc(1_048_576, 'x'));
    stream.end('\nb\n');
    await finished(stream);

    const told: (number | undefined)[] = [];
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const file = await openTextFile(path, { onBadLine: ({ line }) => told.push(line) });
    const lines: TextLine[] = [];
    for await (const line of file.lines()) {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      lines.push(line);
    }
    expect(lines).toEqual([
      { number: 1, text: 'a' },
      { number: 3, text: 'b' },
    ]);
    expect(told).toEqual([2]);
    expect(most).toBeLessThan(60 * 1_048_576);
  });
});
