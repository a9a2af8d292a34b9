/**
 * An index as one run of bytes: a header, then its arrays, each at a multiple of eight. Opened in place, without a copy,
 * and only when every byte is as it was written: anything else is refused.
 */
import { crc32 } from 'node:zlib';
import { ARRAY_NAMES, ARRAY_TYPES, type ArrayName, type IndexArrays } from './index-arrays.ts';

export const SNAPSHOT_FORMAT = 4;

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
  { arrays, dataVersion }: Snapshot,
  allocate: (bytes: number) => ArrayBufferLike = bytes => new ArrayBuffer(bytes),
): ArrayBufferLike {
  let size = aligned(HEADER_BYTES);
  const offsets = ARRAY_NAMES.map(name => {
    const offset = size;
    size = aligned(size + arrays[name].byteLength);
    return offset;
  });
  const buffer = allocate(size);
  const [bytes, header] = [new Uint8Array(buffer), new DataView(buffer)];
  bytes.set(MAGIC, AT.magic);
  header.setUint32(AT.format, SNAPSHOT_FORMAT, true);
  new Uint32Array(buffer, AT.byteOrder, 1)[0] = BYTE_ORDER;
  header.setFloat64(AT.size, size, true);
  header.setFloat64(AT.dataVersion, dataVersion, true);
  header.setUint32(AT.arrays, ARRAY_NAMES.length, true);
  for (const [i, name] of ARRAY_NAMES.entries()) {
    const array = arrays[name];
    const offset = offsets[i] as number;
    header.setFloat64(AT.table + i * ENTRY_BYTES, offset, true);
    header.setFloat64(AT.table + i * ENTRY_BYTES + 8, array.length, true);
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
  }
  header.setUint32(AT.checksum, checksumOf(bytes), true);
  return buffer;
}

/** `isChecked` says that another thread has done so: reading all bytes again would hold this one up. */
export function readSnapshot(buffer: ArrayBufferLike, { isChecked = false } = {}): Snapshot {
  checkHeader(buffer);
  const header = new DataView(buffer);
  if (!isChecked && header.getUint32(AT.checksum, true) !== checksumOf(new Uint8Array(buffer))) {
    throw new SnapshotError('The place index is damaged: its checksum is wrong.');
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

function checkHeader(buffer: ArrayBufferLike): void {
  const bytes = new Uint8Array(buffer);
  if (bytes.length < AT.table || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw new SnapshotError('This is not a place index.');
  }
  const header = new DataView(buffer);
  const format = header.getUint32(AT.format, true);
  if (format !== SNAPSHOT_FORMAT) {
    throw new SnapshotError(`The place index has format ${format}; this program reads ${SNAPSHOT_FORMAT}.`);
  }
  if (new Uint32Array(buffer, AT.byteOrder, 1)[0] !== BYTE_ORDER) {
    throw new SnapshotError('The place index was written on a machine with another order of bytes.');
  }
  const size = header.getFloat64(AT.size, true);
  if (size !== bytes.length || header.getUint32(AT.arrays, true) !== ARRAY_NAMES.length) {
    throw new SnapshotError(`The place index is cut short: ${bytes.length} bytes of ${size}.`);
  }
}

/** Over all bytes but the checksum itself. */
function checksumOf(bytes: Uint8Array): number {
  const before = Buffer.from(bytes.buffer, 0, AT.checksum);
  const after = Buffer.from(bytes.buffer, AT.checksum + 4);
  return crc32(after, crc32(before));
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
