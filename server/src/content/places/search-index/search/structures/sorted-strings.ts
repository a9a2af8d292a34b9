/**
 * Strings in byte order, searched by prefix: the keys, or the tails of keys. Each ends with a zero byte, which comes before
 * every other, so that no end has to be looked up.
 */
import { OTHER, SYMBOLS, symbolOf } from '../../leads.ts';
import { type Stretch, shorten } from '../../milestones.ts';
import { mayBegin } from '../../openings.ts';

/** Ranges of positions: from `low`, up to but not including `high`. */
export interface Range {
  low: number;
  high: number;
}

/** So few strings are searched as they are. */
const NEAR = 32;

export const NOTHING: Range = { low: 0, high: 0 };

export class SortedStrings {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly count: number;
  readonly #leads: Uint32Array;
  readonly #openings: Uint32Array;
  readonly #milestones: Uint32Array;
  readonly #stretch: Stretch = { low: 0, high: 0 };

  /** `leads`, `openings` and `milestones` are those of these strings. */
  constructor(
    bytes: Uint8Array,
    starts: Uint32Array,
    count: number,
    { leads, openings, milestones }: { leads: Uint32Array; openings: Uint32Array; milestones: Uint32Array },
  ) {
    this.bytes = bytes;
    this.starts = starts;
    this.count = count;
    this.#leads = leads;
    this.#openings = openings;
    this.#milestones = milestones;
  }

  whole(): Range {
    return { low: 0, high: this.count };
  }

  /** False where certainly no string begins with a text of this `openingHash`; much cheaper than to look for it. */
  mayBeginWith(hash: number, length: number): boolean {
    return mayBegin(this.#openings, hash, length);
  }

  /** The strings that begin with `text` from `from` to `to`. */
  beginningWith(text: Uint8Array, from: number, to: number): Range {
    const length = to - from;
    const first = symbolOf(text[from] as number);
    if (length === 0 || first === OTHER) return this.#narrowFar(this.whole(), text, from, to);
    const second = length > 1 ? symbolOf(text[from + 1] as number) : 0;
    const third = length > 2 && second !== OTHER ? symbolOf(text[from + 2] as number) : 0;
    const step = length === 1 ? SYMBOLS ** 2 : length === 2 || second === OTHER ? SYMBOLS : 1;
    const lead = (first * SYMBOLS + second) * SYMBOLS + third;
    const range = { low: this.#leads[lead] as number, high: this.#leads[lead + step] as number };
    const isDone = length <= 3 && second !== OTHER && third !== OTHER;
    return isDone || range.low === range.high ? range : this.#narrowFar(range, text, from, to);
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

  /** The same in a range that may be wide, from the beginning of its strings on. */
  #narrowFar(range: Range, text: Uint8Array, from: number, to: number): Range {
    const low = this.#farBound(range.low, range.high, text, from, to, 0);
    if (low === range.high || this.#compare(low, 0, text, from, to) !== 0) return { low, high: low };
    return { low, high: this.#farBound(low, range.high, text, from, to, 1) };
  }

  #farBound(first: number, end: number, text: Uint8Array, from: number, to: number, above: number): number {
    const stretch = this.#stretch;
    stretch.low = first;
    stretch.high = end;
    if (end - first > NEAR) shorten(this.#milestones, stretch, text, from, to, above);
    return this.#bound(stretch.low, stretch.high, 0, text, from, to, above);
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
