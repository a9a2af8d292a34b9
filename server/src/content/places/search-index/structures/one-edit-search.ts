/**
 * Fuzzy prefix search with exactly one typing error: finds all strings that begin with a text in its Damerau–Levenshtein
 * neighbourhood of distance 1, where one letter is left out, added, replaced, or swapped with the next.
 *
 * It walks down the sorted strings as if they were a trie, one typed letter after another, and tries each correction at the
 * current letter as long as some string begins with the letters before it. At the last letter it only tries the removal,
 * because the other corrections begin with the same letters. This does the work of a Levenshtein automaton for one error
 * without building the automaton.
 *
 * Cost: about 75 corrections per letter. The Bloom filter rejects most of them in constant time. The others take a binary
 * search. For two errors, the neighbourhood is too large, so the n-gram index is used instead.
 */

import { byteHash, prefixHash } from './bloom-filter.ts';
import type { Range, SortedStrings } from './sorted-strings.ts';
import { pointAt, pointBytes } from './utf8.ts';

/**
 * The maximum number of letters to try at one position. Alphabets have fewer. Ideographs are more numerous and not worth
 * the cost.
 */
const MAX_LETTERS = 72;
/** Up to this depth, the prefix directory is faster than narrowing the range. Below it, few strings are left. */
const DIRECTORY_BYTES = 3;
/** Up to this depth, the Bloom filter shows without a search whether a string continues with a letter. */
const FILTER_BYTES = 6;
const LATIN = new Uint8Array(Buffer.from(' 0123456789abcdefghijklmnopqrstuvwxyz'));

const encoder = new TextEncoder();

/**
 * Receives the strings whose first `depth` bytes are one correction of the text. A string may be found more than once.
 */
export type OnRange = (range: Range, depth: number) => void;

export interface StepCounter {
  steps: number;
}

export class OneEditSearch {
  readonly #counter: StepCounter;
  readonly #strings: SortedStrings;
  readonly #text: Uint8Array;
  /** The text with one correction, which may be one letter longer. */
  readonly #corrected: Uint8Array;
  readonly #onRange: OnRange;
  /** The Bloom filter hash of the text before the corrected letter. */
  #hashBefore = 0;

  constructor(counter: StepCounter, strings: SortedStrings, text: Uint8Array, onRange: OnRange) {
    this.#counter = counter;
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
      this.#hashBefore = prefixHash(text, 0, at);
      this.#tryCorrection(range, at, this.#copy(next, at));
      if (next < text.length) {
        const after = next + pointBytes(text[next] as number);
        this.#trySwap(range, at, next, after);
        if ((text[at] as number) < 0x80) this.#tryLatinLetters(range, at);
        else this.#tryOtherLetters(range, at, next);
      }
      this.#counter.steps += 10;
      range =
        next <= DIRECTORY_BYTES
          ? this.#strings.beginningWith(text, 0, next)
          : this.#strings.narrow(range, at, text, at, next);
      at = next;
    }
  }

  /** Copies a part of the text into the correction at `to`. Returns the end of the copy. */
  #copy(from: number, to: number, end = this.#text.length): number {
    const [text, corrected] = [this.#text, this.#corrected];
    let at = to;
    for (let i = from; i < end; i++) corrected[at++] = text[i] as number;
    return at;
  }

  #tryCorrection(range: Range, at: number, length: number): void {
    this.#tryHashed(range, at, length, prefixHash(this.#corrected, at, length));
  }

  /** `hash` is the hash of the correction, starting at `at`. */
  #tryHashed(range: Range, at: number, length: number, hash: number): void {
    this.#counter.steps += 2;
    if (!this.#strings.mayBeginWith(this.#hashBefore ^ hash, length)) return;
    this.#counter.steps += 6;
    const found =
      at < DIRECTORY_BYTES
        ? this.#strings.beginningWith(this.#corrected, 0, length)
        : this.#strings.narrow(range, at, this.#corrected, at, length);
    if (found.low < found.high) this.#onRange(found, length);
  }

  #trySwap(range: Range, at: number, next: number, after: number): void {
    const middle = this.#copy(next, at, after);
    this.#tryCorrection(range, at, this.#copy(after, this.#copy(at, middle, next)));
  }

  /** Tries every Latin letter as an insertion before the letter at `at`, and as its replacement. */
  #tryLatinLetters(range: Range, at: number): void {
    const text = this.#text;
    this.#tryEachLatin(range, at, this.#copy(at, at + 1), -1);
    this.#tryEachLatin(range, at, this.#copy(at, at), text[at] as number);
  }

  /** Tries each letter that may occur at `at` in the range, except one. */
  #tryEachLatin(range: Range, at: number, length: number, except: number): void {
    const corrected = this.#corrected;
    const hashAfter = prefixHash(corrected, at + 1, length);
    if (at < FILTER_BYTES) {
      for (let i = 0; i < LATIN.length; i++) {
        const letter = LATIN[i] as number;
        corrected[at] = letter;
        if (letter !== except) this.#tryHashed(range, at, length, byteHash(letter, at) ^ hashAfter);
      }
      return;
    }
    let low = this.#strings.seek(range, at, 0x20);
    while (low < range.high) {
      const letter = this.#strings.byteAt(low, at);
      if (letter >= 0x80) break;
      corrected[at] = letter;
      if (letter !== except) this.#tryHashed(range, at, length, 0);
      low = this.#strings.seek({ low, high: range.high }, at, letter + 1);
    }
  }

  /** Does the same for another script, but only tries letters from the same range of 256 code points. */
  #tryOtherLetters(range: Range, at: number, next: number): void {
    const { bytes, starts } = this.#strings;
    const block = pointAt(this.#text, at) >> 8;
    const first = encoder.encode(String.fromCodePoint(Math.max(0x80, block << 8)));
    let low = this.#strings.narrow(range, at, first, 0, first.length).low;
    for (let tried = 0; tried < MAX_LETTERS && low < range.high; tried++) {
      const start = (starts[low] as number) + at;
      if (pointAt(bytes, start) >> 8 !== block) break;
      const letter = bytes.subarray(start, start + pointBytes(bytes[start] as number));
      this.#counter.steps += 10;
      this.#corrected.set(letter, at);
      this.#tryCorrection(range, at, this.#copy(next, at + letter.length));
      this.#tryCorrection(range, at, this.#copy(at, at + letter.length));
      low = this.#strings.narrow({ low, high: range.high }, at, letter, 0, letter.length).high;
    }
  }
}
