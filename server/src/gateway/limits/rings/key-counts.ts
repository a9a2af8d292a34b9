/** What one key used, as counts in calendar cells (cell index = ms since 1970 ÷ cell), and its compact form. */
import { CELLS, WINDOWS } from '../windows.ts';

export interface CellCount {
  cell: number;
  count: number;
}

/** For minute, hour and day: the cells in use, oldest first. */
export type KeyCounts = readonly [CellCount[], CellCount[], CellCount[]];

const VERSION = 1;
/** Version, then at most 240 cells of 1 + 5 bytes after a 6-byte first cell and a count, three times. */
const MAX_BYTES = 1 + WINDOWS.length * (7 + CELLS * 6);

/** Calls back with every cell in use of a window, oldest first. */
type CellsOf = (window: 0 | 1 | 2, visit: (cell: number, count: number) => void) => void;

const scratch = Buffer.allocUnsafe(MAX_BYTES);

export function encodeKeyCounts(counts: KeyCounts): Buffer {
  return encodeCells((window, visit) => {
    for (const { cell, count } of counts[window]) visit(cell, count);
  });
}

/** The same without an object for every cell. */
export function encodeCells(cellsOf: CellsOf): Buffer {
  let at = scratch.writeUInt8(VERSION);
  for (const window of [0, 1, 2] as const) {
    const head = at;
    let length = 0;
    let previous = 0;
    at += 7;
    cellsOf(window, (cell, count) => {
      if (length++ === 0) {
        scratch.writeUIntBE(cell, head + 1, 6);
        previous = cell;
      }
      scratch[at++] = cell - previous;
      at = writeVarint(scratch, count, at);
      previous = cell;
    });
    scratch.writeUInt8(length, head);
    if (length === 0) scratch.writeUIntBE(0, head + 1, 6);
  }
  return Buffer.from(scratch.subarray(0, at));
}

/** Undefined for what an unknown version wrote or what is damaged: counters then restart, nothing fails. */
export function decodeKeyCounts(bytes: Uint8Array): KeyCounts | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer[0] !== VERSION) return undefined;
  const counts: KeyCounts = [[], [], []];
  let at = 1;
  try {
    for (const cells of counts) {
      const length = buffer.readUInt8(at);
      let cell = buffer.readUIntBE(at + 1, 6);
      at += 7;
      for (let index = 0; index < length; index++) {
        cell += buffer.readUInt8(at);
        const [count, next] = readVarint(buffer, at + 1);
        cells.push({ cell, count });
        at = next;
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return at === buffer.length ? counts : undefined;
}

/** `all` without `part`, cell by cell. */
export function subtractKeyCounts(all: KeyCounts, part: KeyCounts): KeyCounts {
  const left = (window: 0 | 1 | 2): CellCount[] => {
    const taken = new Map(part[window].map(({ cell, count }) => [cell, count]));
    return all[window]
      .map(({ cell, count }) => ({ cell, count: count - (taken.get(cell) ?? 0) }))
      .filter(({ count }) => count > 0);
  };
  return [left(0), left(1), left(2)];
}

/** The same counts by a clock that is ahead of ours by so much, to the nearest cell. */
export function shiftKeyCounts(counts: KeyCounts, aheadMs: number): KeyCounts {
  const shifted = (window: 0 | 1 | 2): CellCount[] => {
    const cells = Math.round(aheadMs / WINDOWS[window].cellMs);
    return counts[window].map(({ cell, count }) => ({ cell: cell + cells, count }));
  };
  return [shifted(0), shifted(1), shifted(2)];
}

function writeVarint(bytes: Buffer, value: number, offset: number): number {
  let at = offset;
  let rest = value;
  while (rest > 127) {
    bytes[at++] = (rest % 128) + 128;
    rest = Math.floor(rest / 128);
  }
  bytes[at++] = rest;
  return at;
}

function readVarint(bytes: Buffer, offset: number): [value: number, next: number] {
  let value = 0;
  let scale = 1;
  for (let at = offset; at < offset + 5; at++) {
    const byte = bytes.readUInt8(at);
    value += (byte % 128) * scale;
    if (byte < 128) return [value, at + 1];
    scale *= 128;
  }
  throw new RangeError('a count of more than five bytes');
}
