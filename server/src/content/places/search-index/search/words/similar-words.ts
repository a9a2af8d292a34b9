/** A query of several words, some of them with one typing error: `barcelna spain`. */

import type { Word } from '../parsed-query.ts';
import type { Question, Searcher } from '../searcher.ts';
import { allowedErrors } from '../structures/edit-distance.ts';
import { EditWalk } from '../structures/edit-walk.ts';
import { NOTHING, type Range, type SortedStrings } from '../structures/sorted-strings.ts';
import { newNameWords } from './name-words.ts';
import { type WordRanges, wholeWord, wordRanges } from './word-ranges.ts';
import { wordStage } from './word-stage.ts';

/** Bounds of work: corrections of one word, and names visited for them. */
const MAX_RANGES = 200;
const MAX_COST = 2_500;

/** But for what rounding loses. */
const ALL = 0.999;

export function similarWords(searcher: Searcher, question: Question, shares: readonly number[]): number {
  const { bytes, words } = question.parsed;
  const ranges = words.map(word => {
    const typed = wordRanges(searcher, bytes, word.from, word.to, word.isLast);
    return [typed, ...corrections(searcher, bytes, word)];
  });
  return wordStage(searcher, question, { ranges, words: newNameWords(true), shares, leastShare: ALL });
}

function corrections(searcher: Searcher, bytes: Uint8Array, word: Word): WordRanges[] {
  if (allowedErrors(word.to - word.from) === 0) return [];
  const found: WordRanges[] = [];
  const { keyNames } = searcher.arrays;
  let cost = 0;
  const add = (range: WordRanges) => {
    if (range.cost === 0 || found.length >= MAX_RANGES || cost + range.cost > MAX_COST) return;
    cost += range.cost;
    found.push(range);
  };
  const walk = (strings: SortedStrings, onRange: (range: Range) => void) =>
    new EditWalk(searcher, strings, bytes.subarray(word.from, word.to), (range, depth) =>
      onRange(wholeWord(strings, range, depth, word.isLast)),
    ).run();
  walk(searcher.keys, keys => {
    const names = (keyNames[keys.high] as number) - (keyNames[keys.low] as number);
    add({ keys, tails: NOTHING, cost: names });
  });
  walk(searcher.tails, tails => add({ keys: NOTHING, tails, cost: 2 * (tails.high - tails.low) }));
  return found;
}
