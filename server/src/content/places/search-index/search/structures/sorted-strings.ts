/**
 * Strings in byte order, searched by prefix: the keys, or the tails of keys. Each ends with a zero byte, which comes before
 * every other, so that no end has to be looked up.
 */
import { OTHER, SYMBOLS, symbolOf } from '../../leads.ts';
import { mayBegin } from '../../openings.ts';

/** Ranges of positions: from `low`, up to but not including `high`. */
export interface Range {
  low: number;
  high: number;
}

export const NOTHING: Range = { low: 0, high: 0 };

export class SortedStrings {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly count: number;
  readonly #leads: Uint32Array;
  readonly #openings: Uint8Array;

  /** `leads` and `openings` are those of these strings. */
  constructor(
    bytes: Uint8Array,
    starts: Uint32Array,
    count: number,
    { leads, openings }: { leads: Uint32Array; openings: Uint8Array },
  ) {
    this.bytes = bytes;
    this.starts = starts;
    this.count = count;
    this.#leads = leads;
    this.#openings = openings;
  }

  whole(): Range {
    return { low: 0, high: this.count };
  }

  /** False where certainly no string begins with the first `length` bytes of `text`; much cheaper than to look for them. */
  mayBeginWith(text: Uint8Array, length: number): boolean {
    return mayBegin(this.#openings, text, length);
  }

  /** The strings that begin with `text` from `from` to `to`. */
  beginningWith(text: Uint8Array, from: number, to: number): Range {
    const length = to - from;
    const first = symbolOf(text[from] as number);
    if (length === 0 || first === OTHER) return this.narrow(this.whole(), 0, text, from, to);
    const second = length > 1 ? symbolOf(text[from + 1] as number) : 0;
    const third = length > 2 && second !== OTHER ? symbolOf(text[from + 2] as number) : 0;
    const step = length === 1 ? SYMBOLS ** 2 : length === 2 || second === OTHER ? SYMBOLS : 1;
    const lead = (first * SYMBOLS + second) * SYMBOLS + third;
    const range = { low: this.#leads[lead] as number, high: this.#leads[lead + step] as number };
    const isDone = length <= 3 && second !== OTHER && third !== OTHER;
    return isDone || range.low === range.high ? range : this.narrow(range, 0, text, from, to);
  }

  /**
   * The part of a range whose strings go on with `text` from `from` to `to`. All strings of the range must have the same
   * first `depth` bytes; these are not looked at again.
   */
  narrow(range: Range, depth: number, text: Uint8Array, from: number, to: number): Range {
    const low = this.#bound(range.low, range.high, depth, text, from, to, 0);
    if (low === range.high || this.#compare(low, depth, text, from, to) !== 0) return { low, high: low };
    return { low, high: this.#bound(low, range.high, depth, text, from, to, 1) };
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

  /** 0 at the end. Not to be asked for more than that. */
  byteAt(position: number, depth: number): number {
    return this.bytes[(this.starts[position] as number) + depth] as number;
  }

  /** Less than 0 where the string comes before `text`, 0 where it begins with it. */
  #compare(position: number, depth: number, text: Uint8Array, from: number, to: number): number {
    const { bytes } = this;
    let at = (this.starts[position] as number) + depth;
    for (let i = from; i < to; i++, at++) {
      const difference = (bytes[at] as number) - (text[i] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** The first string that does not come before `text` (`above` 0), or the first that comes after what begins with it (1). */
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
