/** Recognises the format of a file by its first bytes. Pure. */

export type Compression = 'plain' | 'gzip' | 'zip';

const SIGNATURES: readonly { bytes: readonly number[]; name: string }[] = [
  { bytes: [0x1f, 0x8b], name: 'gzip' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], name: 'zip' },
  // A zip archive without entries.
  { bytes: [0x50, 0x4b, 0x05, 0x06], name: 'zip' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], name: 'xz' },
  { bytes: [0x42, 0x5a, 0x68], name: 'bzip2' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], name: 'zstd' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], name: '7z' },
  { bytes: [0x52, 0x61, 0x72, 0x21], name: 'rar' },
];

const startsWith = (bytes: Buffer, start: readonly number[]) => start.every((byte, i) => bytes[i] === byte);

/** Returns the name of the compression, such as `gzip` or `zip`. Undefined if the bytes are not compressed. */
export function compressionOf(bytes: Buffer): string | undefined {
  return SIGNATURES.find(signature => startsWith(bytes, signature.bytes))?.name;
}

/** Explains why the first bytes are not UTF-8 text, and what to do. Undefined if they may be text. */
export function notText(bytes: Buffer): { fault: string; hint: string } | undefined {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) {
    return {
      fault: `the text is in ${utf16}, not in UTF-8.`,
      hint: `Save it as UTF-8, for example with: iconv -f ${utf16} -t UTF-8 <file> > <new file>`,
    };
  }
  if (bytes.subarray(0, 4_096).includes(0)) {
    return { fault: 'this is not a text file: it contains NUL bytes.', hint: 'Use a text file in UTF-8.' };
  }
  return undefined;
}

function utf16Of(bytes: Buffer): string | undefined {
  if (startsWith(bytes, [0xff, 0xfe])) return 'UTF-16LE';
  if (startsWith(bytes, [0xfe, 0xff])) return 'UTF-16BE';
  // Without a byte order mark, zero bytes reveal UTF-16: for Latin letters, they are all at even or all at odd offsets.
  const sides = [0, 0];
  const looked = Math.min(bytes.length, 1_000) & ~1;
  for (let i = 0; i < looked; i++) if (bytes[i] === 0) sides[i % 2] = (sides[i % 2] as number) + 1;
  const [even = 0, odd = 0] = sides;
  if (looked < 8 || Math.max(even, odd) < looked / 5 || Math.min(even, odd) > looked / 50) return undefined;
  return odd > even ? 'UTF-16LE' : 'UTF-16BE';
}
