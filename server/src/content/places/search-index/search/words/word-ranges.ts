/** Where a word stands among the keys and among their tails: at the beginning of names, and later in them. */
import type { Searcher } from '../searcher.ts';
import type { Range, SortedStrings } from '../structures/sorted-strings.ts';

const AFTER_GAP = 0x21;

export interface WordRanges {
  keys: Range;
  tails: Range;
  /** Names and tails to visit. */
  cost: number;
}

/** `isPrefix`: the word may go on. */
export function wordRanges(
  { keys, tails, arrays }: Searcher,
  text: Uint8Array,
  from: number,
  to: number,
  isPrefix: boolean,
): WordRanges {
  const inKeys = wholeWord(keys, keys.beginningWith(text, from, to), to - from, isPrefix);
  const inTails = wholeWord(tails, tails.beginningWith(text, from, to), to - from, isPrefix);
  const names = (arrays.keyNames[inKeys.high] as number) - (arrays.keyNames[inKeys.low] as number);
  return { keys: inKeys, tails: inTails, cost: names + 2 * (inTails.high - inTails.low) };
}

/** The end of a string and a gap come before every letter, so that the strings with the whole word come first. */
export function wholeWord(strings: SortedStrings, range: Range, length: number, isPrefix: boolean): Range {
  return isPrefix ? range : { low: range.low, high: strings.seek(range, length, AFTER_GAP) };
}
