/** Compares the words of a name with those of the query. */
import { pointAt, pointBytes } from '../../grams.ts';
import type { ParsedQuery, Word } from '../parsed-query.ts';
import type { Searcher } from '../searcher.ts';
import { allowedErrors, MAX_POINTS } from '../structures/edit-distance.ts';

const GAP = 0x20;

/** The result of the last comparison, kept in one object because there are thousands of them in a search. */
export interface NameWords {
  /** Whether words with typing errors count. */
  allowErrors: boolean;
  /** Words of the query that the name has. */
  bits: number;
  /** Those of them that are unfinished. */
  partBits: number;
  /** How much of the name they are, 0 to 1. */
  covered: number;
  /** 1 without typing errors. */
  likeness: number;
}

export function newNameWords(allowErrors: boolean): NameWords {
  return { allowErrors, bits: 0, partBits: 0, covered: 0, likeness: 1 };
}

const nameWord = new Int32Array(MAX_POINTS + 2);
const queryWord = new Int32Array(MAX_POINTS + 2);

/** Each word of the query stands for at most one of the name, which lies in `bytes` from `start` to `end`. A hot loop. */
export function matchWords(
  searcher: Searcher,
  parsed: ParsedQuery,
  result: NameWords,
  bytes: Uint8Array,
  start: number,
  end: number,
): void {
  result.bits = 0;
  result.partBits = 0;
  result.likeness = 1;
  let used = 0;
  let letters = 0;
  let covered = 0;
  for (let from = start; from < end; ) {
    let to = from;
    while (to < end && bytes[to] !== GAP) to++;
    searcher.steps++;
    letters += to - from;
    let word = findSame(parsed, used, bytes, from, to);
    if (word < 0 && result.allowErrors) word = findLike(searcher, parsed, result, used, bytes, from, to);
    if (word >= 0) {
      const { from: typedFrom, to: typedTo, same } = parsed.words[word] as Word;
      used |= 1 << word;
      result.bits |= same;
      if (typedTo - typedFrom < to - from) result.partBits |= 1 << word;
      covered += Math.min(to - from, typedTo - typedFrom);
    }
    from = to + 1;
  }
  result.covered = letters === 0 ? 0 : covered / letters;
}

/** The word of the query that the word of a name is, or begins with where it may be unfinished; -1 for none. */
function findSame(parsed: ParsedQuery, used: number, bytes: Uint8Array, from: number, to: number): number {
  const { words } = parsed;
  for (let i = 0; i < words.length; i++) {
    if ((used >> i) & 1) continue;
    const word = words[i] as Word;
    const length = word.to - word.from;
    if (length > to - from || (length < to - from && !word.isLast)) continue;
    if (isSame(bytes, from, parsed.bytes, word.from, length)) return i;
  }
  return -1;
}

function findLike(
  searcher: Searcher,
  parsed: ParsedQuery,
  result: NameWords,
  used: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  const { words } = parsed;
  const nameLength = decode(bytes, from, to, nameWord);
  for (let i = 0; i < words.length; i++) {
    if ((used >> i) & 1) continue;
    const word = words[i] as Word;
    const length = decode(parsed.bytes, word.from, word.to, queryWord);
    // One error a word: two of them in a word of a longer query find anything.
    const limit = Math.min(1, allowedErrors(length));
    if (limit === 0 || nameLength < length - limit) continue;
    searcher.steps++;
    const errors = word.isLast
      ? searcher.distance.ofPrefix(queryWord, length, nameWord, nameLength, limit)
      : searcher.distance.ofWhole(queryWord, length, nameWord, nameLength, limit);
    if (errors > limit) continue;
    result.likeness *= 1 - (1.5 * errors) / (length + 3);
    return i;
  }
  return -1;
}

function decode(bytes: Uint8Array, from: number, to: number, points: Int32Array): number {
  let count = 0;
  for (let at = from; at < to && count < MAX_POINTS; at += pointBytes(bytes[at] as number)) {
    points[count++] = pointAt(bytes, at);
  }
  return count;
}

function isSame(a: Uint8Array, fromA: number, b: Uint8Array, fromB: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (a[fromA + i] !== b[fromB + i]) return false;
  return true;
}
