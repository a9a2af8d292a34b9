/** Strings in byte order, searched by prefix: the keys, or the tails of keys. */
import type { IndexArrays } from '../snapshot/index-arrays.ts';

/** Ranges of positions: from `low`, up to but not including `high`. */
export interface Range {
  low: number;
  high: number;
}

export abstract class SortedStrings {
  readonly bytes: Uint8Array;
  readonly count: number;

  constructor(bytes: Uint8Array, count: number) {
    this.bytes = bytes;
    this.count = count;
  }

  abstract start(position: number): number;
  abstract end(position: number): number;
  /** The key that the string at a position is, or is a part of. */
  abstract key(position: number): number;

  whole(): Range {
    return { low: 0, high: this.count };
  }

  /**
   * The part of a range whose strings go on with `text` from `from` to `to`. All strings of the range must have the same
   * first `depth` bytes; these are not looked at again.
   */
  narrow(range: Range, depth: number, text: Uint8Array, from: number, to: number): Range {
    const low = this.#bound(range.low, range.high, depth, text, from, to, false);
    if (low === range.high || this.#compare(low, depth, text, from, to) !== 0) return { low, high: low };
    return { low, high: this.#bound(low, range.high, depth, text, from, to, true) };
  }

  /** The first position in a range whose byte at `depth` is at least `byte`. */
  seek(range: Range, depth: number, byte: number): number {
    let { low, high } = range;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.byteAt(middle, depth) < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** -1 past the end. */
  byteAt(position: number, depth: number): number {
    const at = this.start(position) + depth;
    return at < this.end(position) ? (this.bytes[at] as number) : -1;
  }

  length(position: number): number {
    return this.end(position) - this.start(position);
  }

  /** Less than 0 where the string comes before `text`, 0 where it begins with it. */
  #compare(position: number, depth: number, text: Uint8Array, from: number, to: number): number {
    let at = this.start(position) + depth;
    const end = this.end(position);
    for (let i = from; i < to; i++, at++) {
      if (at >= end) return -1;
      const difference = (this.bytes[at] as number) - (text[i] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #bound(
    first: number,
    end: number,
    depth: number,
    text: Uint8Array,
    from: number,
    to: number,
    afterEqual: boolean,
  ): number {
    let low = first;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, depth, text, from, to);
      if (order < 0 || (afterEqual && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export class SortedKeys extends SortedStrings {
  readonly #starts: Uint32Array;

  constructor({ keyBytes, keyStarts }: IndexArrays) {
    super(keyBytes, keyStarts.length - 1);
    this.#starts = keyStarts;
  }

  start(position: number): number {
    return this.#starts[position] as number;
  }

  end(position: number): number {
    return this.#starts[position + 1] as number;
  }

  key(position: number): number {
    return position;
  }
}

export class SortedTails extends SortedStrings {
  readonly #keyStarts: Uint32Array;
  readonly #keys: Uint32Array;
  readonly #offsets: Uint8Array;

  constructor({ keyBytes, keyStarts, tailKeys, tailOffsets }: IndexArrays) {
    super(keyBytes, tailKeys.length);
    this.#keyStarts = keyStarts;
    this.#keys = tailKeys;
    this.#offsets = tailOffsets;
  }

  start(position: number): number {
    return (this.#keyStarts[this.#keys[position] as number] as number) + (this.#offsets[position] as number);
  }

  end(position: number): number {
    return this.#keyStarts[(this.#keys[position] as number) + 1] as number;
  }

  key(position: number): number {
    return this.#keys[position] as number;
  }
}
