/**
 * All strings that begin with the text but for one typing error, found by walking down the sorted strings: at each
 * letter one is left out, added, mistaken, or exchanged with the next. Exact, and cheap for one error; not for two.
 */
import { pointAt, pointBytes } from '../grams.ts';
import type { Searcher } from './searcher.ts';
import type { Range, SortedStrings } from './sorted-strings.ts';

/** Letters tried in one place: those of one script are fewer, ideographs are more and not worth it. */
const MAX_LETTERS = 72;

const encoder = new TextEncoder();

/** Called with strings that share their first `depth` bytes with one correction of the text. */
export type OnRange = (range: Range, depth: number) => void;

export class EditWalk {
  readonly #searcher: Searcher;
  readonly #strings: SortedStrings;
  readonly #text: Uint8Array;
  readonly #from: number;
  readonly #to: number;
  readonly #onRange: OnRange;
  readonly #swapped: Uint8Array;

  constructor(
    searcher: Searcher,
    strings: SortedStrings,
    text: Uint8Array,
    from: number,
    to: number,
    onRange: OnRange,
  ) {
    this.#searcher = searcher;
    this.#strings = strings;
    this.#text = text;
    this.#from = from;
    this.#to = to;
    this.#onRange = onRange;
    this.#swapped = new Uint8Array(8);
  }

  run(): void {
    let range = this.#strings.whole();
    for (let at = this.#from; at < this.#to; ) {
      const next = at + pointBytes(this.#text[at] as number);
      this.#correctAt(range, at, next);
      range = this.#narrow(range, at - this.#from, at, next);
      if (range.low === range.high) break;
      at = next;
    }
  }

  #correctAt(range: Range, at: number, next: number): void {
    const depth = at - this.#from;
    this.#goOn(range, depth, next);
    if (next < this.#to) {
      this.#exchange(range, depth, at, next);
      this.#otherLetters(range, depth, at, next);
    }
  }

  /** The rest of the text from `at` on, after `depth` bytes of the strings. */
  #goOn(range: Range, depth: number, at: number): void {
    const rest = this.#narrow(range, depth, at, this.#to);
    if (rest.low < rest.high) this.#onRange(rest, depth + this.#to - at);
  }

  #exchange(range: Range, depth: number, at: number, next: number): void {
    const after = next + pointBytes(this.#text[next] as number);
    const length = after - at;
    this.#swapped.set(this.#text.subarray(next, after));
    this.#swapped.set(this.#text.subarray(at, next), after - next);
    this.#searcher.steps += 20;
    const swapped = this.#strings.narrow(range, depth, this.#swapped, 0, length);
    if (swapped.low < swapped.high) this.#goOn(swapped, depth + length, after);
  }

  /** Another letter in the place of this one, and one before it. Only letters of the same script. */
  #otherLetters(range: Range, depth: number, at: number, next: number): void {
    const typed = pointAt(this.#text, at);
    const script = this.#scriptAt(at);
    let rest = { low: this.#firstOf(range, depth, script), high: range.high };
    for (let tried = 0; tried < MAX_LETTERS && rest.low < rest.high; tried++) {
      const start = this.#strings.start(rest.low) + depth;
      const letter = pointAt(this.#strings.bytes, start);
      if (scriptOf(letter) !== script) break;
      const bytes = pointBytes(this.#strings.bytes[start] as number);
      this.#searcher.steps += 20;
      const group = this.#strings.narrow(rest, depth, this.#strings.bytes, start, start + bytes);
      if (letter !== typed) this.#goOn(group, depth + bytes, next);
      this.#goOn(group, depth + bytes, at);
      rest = { low: group.high, high: rest.high };
    }
  }

  /** A gap has no script of its own. */
  #scriptAt(at: number): number {
    const isGap = this.#text[at] === 0x20 && at > this.#from;
    if (!isGap) return scriptOf(pointAt(this.#text, at));
    let before = at - 1;
    while (((this.#text[before] as number) & 0xc0) === 0x80) before--;
    return scriptOf(pointAt(this.#text, before));
  }

  #firstOf(range: Range, depth: number, script: number): number {
    const first = script === 0 ? 0x20 : firstPoint(script);
    const bytes = encoder.encode(String.fromCodePoint(first));
    this.#searcher.steps += 20;
    return this.#strings.narrow(range, depth, bytes, 0, bytes.length).low;
  }

  #narrow(range: Range, depth: number, from: number, to: number): Range {
    if (from === to) return range;
    this.#searcher.steps += 20;
    return this.#strings.narrow(range, depth, this.#text, from, to);
  }
}

/** Blocks of 256 code points stand for scripts; Latin letters, digits and the gap are one. */
function scriptOf(point: number): number {
  return point < 0x80 ? 0 : 1 + (point >> 8);
}

function firstPoint(script: number): number {
  return Math.max(0x80, (script - 1) << 8);
}
