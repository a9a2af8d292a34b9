import { allowedErrors, MAX_POINTS } from '../../../../platform/text/edit-distance.ts';
import { errorFactor } from '../score.ts';
import { decodePoints } from '../structures/utf8.ts';
import type { ParsedQuery, Word } from './parsed-query.ts';
import type { Searcher } from './searcher.ts';

const SPACE = 0x20;

/** The result of the last comparison. One object is reused, because a search makes thousands of comparisons. */
export interface NameWords {
  /** True if words with typing errors count as matches. */
  allowErrors: boolean;
  /** The words of the query that the name contains, one bit each. */
  bits: number;
  /** The words of the query that match only the beginning of a word, one bit each. */
  partBits: number;
  /** The share of the name that these words cover, from 0 to 1. */
  covered: number;
  /** 1 if there are no typing errors. */
  similarity: number;
}

export function newNameWords(allowErrors: boolean): NameWords {
  return { allowErrors, bits: 0, partBits: 0, covered: 0, similarity: 1 };
}

const nameWord = new Int32Array(MAX_POINTS + 2);
const queryWord = new Int32Array(MAX_POINTS + 2);

/**
 * Matches each word of the query with at most one word of the name. The name is in `bytes` from `start` to `end`. This is
 * a hot loop.
 */
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
  result.similarity = 1;
  let used = 0;
  let letters = 0;
  let covered = 0;
  for (let from = start; from < end; ) {
    let to = from;
    while (to < end && bytes[to] !== SPACE) to++;
    searcher.steps++;
    letters += to - from;
    let word = findSame(parsed, used, bytes, from, to);
    if (word < 0 && result.allowErrors) word = findSimilar(searcher, parsed, result, used, bytes, from, to);
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

/** Returns the word of the query that equals a word of the name, or -1. An unfinished word may also be its beginning. */
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

/** Returns the word of the query that matches a word of the name with one typing error, or -1. */
function findSimilar(
  searcher: Searcher,
  parsed: ParsedQuery,
  result: NameWords,
  used: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  const { words } = parsed;
  const nameLength = decodePoints(bytes, from, to, nameWord, MAX_POINTS);
  for (let i = 0; i < words.length; i++) {
    if ((used >> i) & 1) continue;
    const word = words[i] as Word;
    const length = decodePoints(parsed.bytes, word.from, word.to, queryWord, MAX_POINTS);
    // Only one error per word is allowed. With two errors, the words of a longer query would match almost anything.
    const limit = Math.min(1, allowedErrors(length));
    if (limit === 0 || nameLength < length - limit) continue;
    searcher.steps++;
    const errors = word.isLast
      ? searcher.distance.ofPrefix(queryWord, length, nameWord, nameLength, limit)
      : searcher.distance.ofWhole(queryWord, length, nameWord, nameLength, limit);
    if (errors > limit) continue;
    result.similarity *= errorFactor(errors, length);
    return i;
  }
  return -1;
}

function isSame(a: Uint8Array, fromA: number, b: Uint8Array, fromB: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (a[fromA + i] !== b[fromB + i]) return false;
  return true;
}
