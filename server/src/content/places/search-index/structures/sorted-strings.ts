/**
 * Sorted strings with prefix search: the distinct normalised names, or the word suffix array over them.
 *
 * Layout: string i starts in `bytes` at `starts[i]` and ends with a zero byte, which sorts before every other byte.
 * Strings can therefore be compared without their lengths, and a suffix array shares the bytes of the names. Three small
 * structures speed up the search: a Bloom filter excludes prefixes that do not occur, a prefix directory finds prefixes
 * of up to three symbols, and a sparse index narrows the binary search for longer prefixes.
 *
 * Cost: O(log n) comparisons for a prefix, constant for up to three Latin letters.
 */
import { buildBloomFilter, mayContainPrefix } from './bloom-filter.ts';
import { buildPrefixDirectory, lookUpPrefix } from './prefix-directory.ts';
import { type Bounds, buildSparseIndex, narrowBounds } from './sparse-index.ts';

/** Positions from `low` (inclusive) to `high` (exclusive). */
export interface Range {
  low: number;
  high: number;
}

export const EMPTY_RANGE: Range = { low: 0, high: 0 };

/** Ranges of up to this size are searched without the sparse index. */
const SMALL_RANGE = 32;

export interface StringLookups {
  bloomFilter: Uint32Array;
  directory: Uint32Array;
  sparseIndex: Uint32Array;
}

export function buildLookups(bytes: Uint8Array, starts: Uint32Array, count: number): StringLookups {
  return {
    bloomFilter: buildBloomFilter(bytes, starts, count),
    directory: buildPrefixDirectory(bytes, starts, count),
    sparseIndex: buildSparseIndex(bytes, starts, count),
  };
}

export class SortedStrings {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly count: number;
  readonly #lookups: StringLookups;
  readonly #bounds: Bounds = { low: 0, high: 0 };

  constructor(bytes: Uint8Array, starts: Uint32Array, count: number, lookups: StringLookups) {
    this.bytes = bytes;
    this.starts = starts;
    this.count = count;
    this.#lookups = lookups;
  }

  whole(): Range {
    return { low: 0, high: this.count };
  }

  /**
   * Returns false if it is certain that no string begins with a text of this `prefixHash` and length. Much cheaper than a
   * search.
   */
  mayBeginWith(hash: number, length: number): boolean {
    return mayContainPrefix(this.#lookups.bloomFilter, hash, length);
  }

  /** Finds the strings that begin with the bytes of `text` from `from` to `to`. */
  beginningWith(text: Uint8Array, from: number, to: number): Range {
    const found = lookUpPrefix(this.#lookups.directory, text, from, to);
    if (found === undefined) return this.#narrowWide(this.whole(), text, from, to);
    return found.isExact || found.low === found.high ? found : this.#narrowWide(found, text, from, to);
  }

  /**
   * Narrows a range to the strings that continue with the bytes of `text` from `from` to `to`. All strings in the range
   * must have the same first `depth` bytes, which are not compared again.
   */
  narrow(range: Range, depth: number, text: Uint8Array, from: number, to: number): Range {
    const low = this.#bound(range.low, range.high, depth, text, from, to, 0);
    if (low === range.high || this.#compare(low, depth, text, from, to) !== 0) return { low, high: low };
    return { low, high: this.#bound(low, range.high, depth, text, from, to, 1) };
  }

  /** Like `narrow` with depth 0, but for ranges that may be wide. */
  #narrowWide(range: Range, text: Uint8Array, from: number, to: number): Range {
    const low = this.#wideBound(range.low, range.high, text, from, to, 0);
    if (low === range.high || this.#compare(low, 0, text, from, to) !== 0) return { low, high: low };
    return { low, high: this.#wideBound(low, range.high, text, from, to, 1) };
  }

  #wideBound(first: number, end: number, text: Uint8Array, from: number, to: number, above: number): number {
    const bounds = this.#bounds;
    bounds.low = first;
    bounds.high = end;
    if (end - first > SMALL_RANGE) narrowBounds(this.#lookups.sparseIndex, bounds, text, from, to, above);
    return this.#bound(bounds.low, bounds.high, 0, text, from, to, above);
  }

  /** Returns the first position in a range whose byte at `depth` is at least `byte`. */
  seek(range: Range, depth: number, byte: number): number {
    let { low, high } = range;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.byteAt(middle, depth) < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns 0 at the end of the string. `depth` must not be beyond it. */
  byteAt(position: number, depth: number): number {
    return this.bytes[(this.starts[position] as number) + depth] as number;
  }

  /** Returns a negative number if the string sorts before `text`, and 0 if it begins with `text`. */
  #compare(position: number, depth: number, text: Uint8Array, from: number, to: number): number {
    const { bytes } = this;
    let at = (this.starts[position] as number) + depth;
    for (let i = from; i < to; i++, at++) {
      const difference = (bytes[at] as number) - (text[i] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /**
   * With `above` 0, finds the first string that does not sort before `text`. With 1, finds the first string after all
   * strings that begin with `text`.
   */
  #bound(
    first: number,
    end: number,
    depth: number,
    text: Uint8Array,
    from: number,
    to: number,
    above: number,
  ): number {
    let low = first;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, depth, text, from, to) < above) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
