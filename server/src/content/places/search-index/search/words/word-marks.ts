/** Marks, for each place, the words of the query that its names have. */
import type { Word } from '../parsed-query.ts';
import type { Searcher } from '../searcher.ts';
import type { WordRanges } from './word-ranges.ts';

/** Bounds of work: names visited for one word; more of them for the rarest word. */
const MAX_WORD_COST = 3_000;
const MAX_RAREST_COST = 10_000;
/** Best names taken of a word that has more; more of them where no word is rare. */
const BEST_OF_COMMON = 60;
const BEST_WITHOUT_RARE = 250;

/** For each word of the query the places in the index where it, or something like it, stands. */
export type RangesByWord = readonly (readonly WordRanges[])[];

/** Returns the words too common to be marked everywhere: of these only the best places are. */
export function markWords(searcher: Searcher, ranges: RangesByWord, words: readonly Word[]): number {
  const costs = ranges.map(costOf);
  const known = costs.filter(cost => cost > 0);
  const limit = Math.max(MAX_WORD_COST, Math.min(MAX_RAREST_COST, ...known));
  const best = known.some(cost => cost <= limit) ? BEST_OF_COMMON : BEST_WITHOUT_RARE;
  let common = 0;
  let done = 0;
  for (const [i, alternatives] of ranges.entries()) {
    // A word that is there twice is marked once, for both.
    const bits = (words[i] as Word).same & ~done;
    if (((done >> i) & 1) === 1) continue;
    done |= bits;
    for (const range of alternatives) {
      if (range.cost <= limit) markRange(searcher, range, bits);
      else {
        common |= bits;
        markBest(searcher, range, bits, best);
      }
    }
  }
  return common;
}

export function costOf(alternatives: readonly WordRanges[]): number {
  return alternatives.reduce((sum, range) => sum + range.cost, 0);
}

export function clearMarks(searcher: Searcher): void {
  for (let i = 0; i < searcher.touchedCount; i++) searcher.wordBits[searcher.touched[i] as number] = 0;
  searcher.touchedCount = 0;
}

function markRange(searcher: Searcher, { keys, tails }: WordRanges, bit: number): void {
  const { keyNames, tailKeys } = searcher.arrays;
  markNames(searcher, keyNames[keys.low] as number, keyNames[keys.high] as number, bit);
  for (let tail = tails.low; tail < tails.high; tail++) {
    const key = tailKeys[tail] as number;
    markNames(searcher, keyNames[key] as number, keyNames[key + 1] as number, bit);
  }
}

function markBest(searcher: Searcher, { keys, tails }: WordRanges, bit: number, count: number): void {
  const { bestNames, bestTails, arrays } = searcher;
  bestNames.clear();
  bestNames.addRange(arrays.keyNames[keys.low] as number, arrays.keyNames[keys.high] as number);
  bestTails.clear();
  bestTails.addRange(tails.low, tails.high);
  for (let i = 0; i < count; i++) {
    searcher.steps += 16;
    const name = bestNames.next();
    if (name >= 0) markNames(searcher, name, name + 1, bit);
    const tail = bestTails.next();
    if (tail < 0) continue;
    const first = arrays.keyNames[arrays.tailKeys[tail] as number] as number;
    markNames(searcher, first, first + 1, bit);
  }
}

function markNames(searcher: Searcher, from: number, to: number, bit: number): void {
  const { wordBits, touched } = searcher;
  const { namePlaces } = searcher.arrays;
  searcher.steps += to - from + 1;
  for (let name = from; name < to; name++) {
    const place = namePlaces[name] as number;
    const bits = wordBits[place] as number;
    if (bits === 0) touched[searcher.touchedCount++] = place;
    wordBits[place] = bits | bit;
  }
}
