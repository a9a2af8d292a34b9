/**
 * All strings that begin with a text but for one typing error: at each letter one is left out, added, mistaken, or
 * exchanged with the next, as long as strings begin with what stands before it. Exact, and cheap for one error; not for two.
 */
import { pointAt, pointBytes } from '../../grams.ts';
import { openingHash, openingPart } from '../../openings.ts';
import type { Searcher } from '../searcher.ts';
import type { Range, SortedStrings } from './sorted-strings.ts';

/** Letters tried in one place: those of one script are fewer, ideographs are more and not worth it. */
const MAX_LETTERS = 72;
/** Up to here a look from the beginning takes one step; after it, the strings that are left are few. */
const LEAD_BYTES = 3;
/** Up to here a letter that no string goes on with is known without a search. */
const KNOWN_BYTES = 6;
const LATIN = new Uint8Array(Buffer.from(' 0123456789abcdefghijklmnopqrstuvwxyz'));

const encoder = new TextEncoder();

/** Called with strings that share their first `depth` bytes with one correction of the text. */
export type OnRange = (range: Range, depth: number) => void;

export class EditWalk {
  readonly #searcher: Searcher;
  readonly #strings: SortedStrings;
  /** The text, and the text with room for one more letter where it is corrected. */
  readonly #text: Uint8Array;
  readonly #corrected: Uint8Array;
  readonly #onRange: OnRange;
  /** Of what stands before the letter that is corrected. */
  #hashBefore = 0;

  constructor(searcher: Searcher, strings: SortedStrings, text: Uint8Array, onRange: OnRange) {
    this.#searcher = searcher;
    this.#strings = strings;
    this.#text = text;
    this.#corrected = new Uint8Array(text.length + 4);
    this.#onRange = onRange;
  }

  run(): void {
    const text = this.#text;
    let range = this.#strings.whole();
    for (let at = 0; at < text.length && range.low < range.high; ) {
      const next = at + pointBytes(text[at] as number);
      this.#copy(0, 0, at);
      this.#hashBefore = openingHash(text, 0, at);
      this.#look(range, at, this.#copy(next, at));
      if (next < text.length) {
        const after = next + pointBytes(text[next] as number);
        this.#exchange(range, at, next, after);
        if ((text[at] as number) < 0x80) this.#latinLetters(range, at);
        else this.#otherLetters(range, at, next);
      }
      this.#searcher.steps += 10;
      range = this.#strings.narrow(range, at, text, at, next);
      at = next;
    }
  }

  /** Puts a part of the text into the correction, at `to`; returns where it ends there. */
  #copy(from: number, to: number, end = this.#text.length): number {
    const [text, corrected] = [this.#text, this.#corrected];
    let at = to;
    for (let i = from; i < end; i++) corrected[at++] = text[i] as number;
    return at;
  }

  #look(range: Range, at: number, length: number): void {
    this.#lookFor(range, at, length, openingHash(this.#corrected, at, length));
  }

  /** `hash` is that of the correction from `at` on. */
  #lookFor(range: Range, at: number, length: number, hash: number): void {
    this.#searcher.steps += 2;
    if (!this.#strings.mayBeginWith(this.#hashBefore ^ hash, length)) return;
    this.#searcher.steps += 6;
    const found =
      at < LEAD_BYTES
        ? this.#strings.beginningWith(this.#corrected, 0, length)
        : this.#strings.narrow(range, at, this.#corrected, at, length);
    if (found.low < found.high) this.#onRange(found, length);
  }

  #exchange(range: Range, at: number, next: number, after: number): void {
    const middle = this.#copy(next, at, after);
    this.#look(range, at, this.#copy(after, this.#copy(at, middle, next)));
  }

  /** Another letter before this one, and in its place. */
  #latinLetters(range: Range, at: number): void {
    const text = this.#text;
    this.#eachLatin(range, at, this.#copy(at, at + 1), -1);
    this.#eachLatin(range, at, this.#copy(at, at), text[at] as number);
  }

  /** Looks with each letter there, but for one, that some string of the range has there. */
  #eachLatin(range: Range, at: number, length: number, but: number): void {
    const corrected = this.#corrected;
    const hashAfter = openingHash(corrected, at + 1, length);
    if (at < KNOWN_BYTES) {
      for (let i = 0; i < LATIN.length; i++) {
        const letter = LATIN[i] as number;
        corrected[at] = letter;
        if (letter !== but) this.#lookFor(range, at, length, openingPart(letter, at) ^ hashAfter);
      }
      return;
    }
    let low = this.#strings.seek(range, at, 0x20);
    while (low < range.high) {
      const letter = this.#strings.byteAt(low, at);
      if (letter >= 0x80) break;
      corrected[at] = letter;
      if (letter !== but) this.#lookFor(range, at, length, 0);
      low = this.#strings.seek({ low, high: range.high }, at, letter + 1);
    }
  }

  /** The same among letters of another script: only those of the same block are tried. */
  #otherLetters(range: Range, at: number, next: number): void {
    const { bytes, starts } = this.#strings;
    const block = pointAt(this.#text, at) >> 8;
    const first = encoder.encode(String.fromCodePoint(Math.max(0x80, block << 8)));
    let low = this.#strings.narrow(range, at, first, 0, first.length).low;
    for (let tried = 0; tried < MAX_LETTERS && low < range.high; tried++) {
      const start = (starts[low] as number) + at;
      if (pointAt(bytes, start) >> 8 !== block) break;
      const letter = bytes.subarray(start, start + pointBytes(bytes[start] as number));
      this.#searcher.steps += 10;
      this.#corrected.set(letter, at);
      this.#look(range, at, this.#copy(next, at + letter.length));
      this.#look(range, at, this.#copy(at, at + letter.length));
      low = this.#strings.narrow({ low, high: range.high }, at, letter, 0, letter.length).high;
    }
  }
}
