/**
 * Finds where a word of the query occurs: the ranges of keys that begin with it, and of suffixes in which it is a later
 * word.
 */
import { allowedErrors } from '../../../../platform/text/edit-distance.ts';
import { OneEditSearch } from '../structures/one-edit-search.ts';
import { EMPTY_RANGE, type Range, type SortedStrings } from '../structures/sorted-strings.ts';
import type { Word } from './parsed-query.ts';
import type { Searcher } from './searcher.ts';

const AFTER_SPACE = 0x21;
/** Limits per word: the number of corrections, and the number of names to visit for them. */
const MAX_RANGES = 200;
const MAX_COST = 2_500;

export interface WordRanges {
  keys: Range;
  suffixes: Range;
  /** The number of names and suffixes to visit. A suffix counts twice. */
  cost: number;
}

/** For each word of the query, the ranges for the word and its corrections. */
export type RangesByWord = readonly (readonly WordRanges[])[];

export function totalCost(ranges: readonly WordRanges[]): number {
  return ranges.reduce((sum, { cost }) => sum + cost, 0);
}

/** Returns the ranges for a word as typed. */
export function wordRanges(
  { keys, suffixes, arrays }: Searcher,
  text: Uint8Array,
  { from, to, isLast }: Word,
): WordRanges {
  const inKeys = wholeWord(keys, keys.beginningWith(text, from, to), to - from, isLast);
  const inSuffixes = wholeWord(suffixes, suffixes.beginningWith(text, from, to), to - from, isLast);
  const names = (arrays.keyNames[inKeys.high] as number) - (arrays.keyNames[inKeys.low] as number);
  return { keys: inKeys, suffixes: inSuffixes, cost: names + 2 * (inSuffixes.high - inSuffixes.low) };
}

/** Returns the ranges for a word with one typing error corrected. */
export function correctedRanges(searcher: Searcher, text: Uint8Array, word: Word): WordRanges[] {
  if (allowedErrors(word.to - word.from) === 0) return [];
  const found: WordRanges[] = [];
  const { keyNames } = searcher.arrays;
  let cost = 0;
  const add = (range: WordRanges) => {
    if (range.cost === 0 || found.length >= MAX_RANGES || cost + range.cost > MAX_COST) return;
    cost += range.cost;
    found.push(range);
  };
  const search = (strings: SortedStrings, onRange: (range: Range) => void) =>
    new OneEditSearch(searcher, strings, text.subarray(word.from, word.to), (range, depth) =>
      onRange(wholeWord(strings, range, depth, word.isLast)),
    ).run();
  search(searcher.keys, keys => {
    const names = (keyNames[keys.high] as number) - (keyNames[keys.low] as number);
    add({ keys, suffixes: EMPTY_RANGE, cost: names });
  });
  search(searcher.suffixes, suffixes =>
    add({ keys: EMPTY_RANGE, suffixes, cost: 2 * (suffixes.high - suffixes.low) }),
  );
  return found;
}

/**
 * Narrows a range to the strings in which the word is complete, unless it may be unfinished. The end of a string and a
 * space sort before every letter, so these strings come first.
 */
function wholeWord(strings: SortedStrings, range: Range, length: number, mayBeUnfinished: boolean): Range {
  return mayBeUnfinished ? range : { low: range.low, high: strings.seek(range, length, AFTER_SPACE) };
}
