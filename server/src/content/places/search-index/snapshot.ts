/**
 * Stores a place index as one block of bytes: a header with a table of arrays, then the arrays, each aligned to eight
 * bytes. The arrays are views of the block, without copying. A snapshot is only opened if the checksum over all bytes
 * matches, unless another thread has already verified it.
 */
import { crc32 } from 'node:zlib';
import { ARRAY_NAMES, ARRAY_TYPES, type ArrayName, type IndexArrays } from './index-arrays.ts';

export const SNAPSHOT_FORMAT = 5;

const MAGIC = Buffer.from('SERAIPLC', 'latin1');
const BYTE_ORDER = 0x01020304;
const AT = {
  magic: 0,
  format: 8,
  byteOrder: 12,
  size: 16,
  dataVersion: 24,
  checksum: 32,
  arrays: 36,
  table: 40,
};
const ENTRY_BYTES = 16;
const HEADER_BYTES = AT.table + ENTRY_BYTES * ARRAY_NAMES.length;

export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

export interface Snapshot {
  arrays: IndexArrays;
  dataVersion: number;
}

type AnyArray = IndexArrays[ArrayName];

export function writeSnapshot(
  snapshot: Snapshot,
  allocate: (bytes: number) => ArrayBufferLike = bytes => new ArrayBuffer(bytes),
): ArrayBufferLike {
  const parts = snapshotParts(snapshot);
  const bytes = new Uint8Array(allocate(parts.reduce((size, part) => size + part.length, 0)));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.buffer;
}

/** Returns the bytes of a snapshot in parts, without copying the arrays. A copy would double the memory. */
export function snapshotParts({ arrays, dataVersion }: Snapshot): Uint8Array[] {
  const header = new Uint8Array(aligned(HEADER_BYTES));
  const fields = new DataView(header.buffer);
  const parts: Uint8Array[] = [header];
  let size = header.length;
  for (const [i, name] of ARRAY_NAMES.entries()) {
    const { buffer, byteOffset, byteLength, length } = arrays[name];
    fields.setFloat64(AT.table + i * ENTRY_BYTES, size, true);
    fields.setFloat64(AT.table + i * ENTRY_BYTES + 8, length, true);
    parts.push(new Uint8Array(buffer, byteOffset, byteLength));
    const padding = aligned(byteLength) - byteLength;
    if (padding > 0) parts.push(new Uint8Array(padding));
    size += byteLength + padding;
  }
  header.set(MAGIC, AT.magic);
  fields.setUint32(AT.format, SNAPSHOT_FORMAT, true);
  new Uint32Array(header.buffer, AT.byteOrder, 1)[0] = BYTE_ORDER;
  fields.setFloat64(AT.size, size, true);
  fields.setFloat64(AT.dataVersion, dataVersion, true);
  fields.setUint32(AT.arrays, ARRAY_NAMES.length, true);
  fields.setUint32(AT.checksum, checksumOf(parts), true);
  return parts;
}

/** `isChecked` means that another thread has verified the checksum, so that the bytes need not be read again. */
export function readSnapshot(buffer: ArrayBufferLike, { isChecked = false } = {}): Snapshot {
  checkHeader(buffer);
  const header = new DataView(buffer);
  if (!isChecked && header.getUint32(AT.checksum, true) !== checksumOf([new Uint8Array(buffer)])) {
    throw new SnapshotError('The place index is damaged: the checksum does not match.');
  }
  const arrays: Partial<Record<ArrayName, AnyArray>> = {};
  for (const [i, name] of ARRAY_NAMES.entries()) {
    const offset = header.getFloat64(AT.table + i * ENTRY_BYTES, true);
    const length = header.getFloat64(AT.table + i * ENTRY_BYTES + 8, true);
    const type = ARRAY_TYPES[name] as new (
      buffer: ArrayBufferLike,
      offset: number,
      length: number,
    ) => AnyArray;
    arrays[name] = new type(buffer, offset, length);
  }
  return { arrays: arrays as IndexArrays, dataVersion: header.getFloat64(AT.dataVersion, true) };
}

/** Returns true if these first bytes belong to a readable index with another data version. */
export function hasOtherVersion(firstBytes: Uint8Array, dataVersion: number): boolean {
  const fields = new DataView(firstBytes.buffer, firstBytes.byteOffset, firstBytes.length);
  return (
    firstBytes.length >= AT.table &&
    MAGIC.every((byte, i) => firstBytes[i] === byte) &&
    fields.getUint32(AT.format, true) === SNAPSHOT_FORMAT &&
    fields.getFloat64(AT.dataVersion, true) !== dataVersion
  );
}

function checkHeader(buffer: ArrayBufferLike): void {
  const bytes = new Uint8Array(buffer);
  if (bytes.length < AT.table || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw new SnapshotError('This is not a place index.');
  }
  const header = new DataView(buffer);
  const format = header.getUint32(AT.format, true);
  if (format !== SNAPSHOT_FORMAT) {
    throw new SnapshotError(
      `The place index has format ${format}, but this program reads format ${SNAPSHOT_FORMAT}.`,
    );
  }
  if (new Uint32Array(buffer, AT.byteOrder, 1)[0] !== BYTE_ORDER) {
    throw new SnapshotError('The place index was written on a machine with another byte order.');
  }
  const size = header.getFloat64(AT.size, true);
  if (size !== bytes.length || header.getUint32(AT.arrays, true) !== ARRAY_NAMES.length) {
    throw new SnapshotError(`The place index is truncated: it has ${bytes.length} of ${size} bytes.`);
  }
}

/** Calculates the CRC-32 of all bytes except the checksum itself, which is in the first part. */
function checksumOf([first, ...rest]: readonly Uint8Array[]): number {
  const before = crc32(first?.subarray(0, AT.checksum) ?? '');
  const header = crc32(first?.subarray(AT.checksum + 4) ?? '', before);
  return rest.reduce((checksum, part) => crc32(part, checksum), header);
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
