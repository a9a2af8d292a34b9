/** The counts of one key per calendar cell (milliseconds since 1970 ÷ cell length), and their compact stored form. */
import { WINDOWS, type WindowIndex } from './limiter.ts';

export interface CellCount {
  cell: number;
  count: number;
}

/** The non-empty cells of the minute, hour and day, oldest first. */
export type KeyCounts = readonly [CellCount[], CellCount[], CellCount[]];

const VERSION = 1;
const MAX_VARINT_BYTES = 5;

/**
 * The format starts with a version. For each window, it contains the number of cells (1 byte) and the first cell (6
 * bytes). For each cell, it contains the distance from the previous cell (1 byte) and the count (varint).
 */
export function encodeKeyCounts(counts: KeyCounts): Buffer {
  const bytes = [VERSION];
  for (const cells of counts) {
    let previous = cells[0]?.cell ?? 0;
    const first = Buffer.alloc(6);
    first.writeUIntBE(previous, 0, 6);
    bytes.push(cells.length, ...first);
    for (const { cell, count } of cells) {
      bytes.push(cell - previous);
      let rest = count;
      for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
      bytes.push(rest);
      previous = cell;
    }
  }
  return Buffer.from(bytes);
}

/** Returns undefined for an unknown version or damaged bytes. The counters of the key then start from zero. */
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

export function subtractKeyCounts(all: KeyCounts, part: KeyCounts): KeyCounts {
  return mapWindows(window => {
    const taken = new Map(part[window].map(({ cell, count }) => [cell, count]));
    return all[window]
      .map(({ cell, count }) => ({ cell, count: count - (taken.get(cell) ?? 0) }))
      .filter(({ count }) => count > 0);
  });
}

/** Shifts the counts to a clock that is ahead of ours, rounded to whole cells. */
export function shiftKeyCounts(counts: KeyCounts, aheadMs: number): KeyCounts {
  return mapWindows(window => {
    const cells = Math.round(aheadMs / WINDOWS[window].cellMs);
    return counts[window].map(({ cell, count }) => ({ cell: cell + cells, count }));
  });
}

export function mapWindows(cellsOf: (window: WindowIndex) => CellCount[]): KeyCounts {
  return [cellsOf(0), cellsOf(1), cellsOf(2)];
}

function readVarint(bytes: Buffer, offset: number): [value: number, next: number] {
  let value = 0;
  let scale = 1;
  for (let at = offset; at < offset + MAX_VARINT_BYTES; at++) {
    const byte = bytes.readUInt8(at);
    value += (byte % 128) * scale;
    if (byte < 128) return [value, at + 1];
    scale *= 128;
  }
  throw new RangeError('the count is longer than five bytes');
}
