/** Marks each place with the words of the query that occur in its names, one bit per word. */
import type { Word } from './parsed-query.ts';
import type { Searcher } from './searcher.ts';
import { type RangesByWord, totalCost, type WordRanges } from './word-ranges.ts';

/** The maximum number of names to visit for one word, and for the rarest word. */
const MAX_WORD_COST = 3_000;
const MAX_RAREST_COST = 10_000;
/** The number of best names to read for a more common word, and the number if no word is rare. */
const BEST_OF_COMMON = 60;
const BEST_WITHOUT_RARE = 250;

/** Returns one bit for each word that is too common. Only the best places are marked for such a word. */
export function markWords(searcher: Searcher, ranges: RangesByWord, words: readonly Word[]): number {
  const costs = ranges.map(totalCost);
  const known = costs.filter(cost => cost > 0);
  const limit = Math.max(MAX_WORD_COST, Math.min(MAX_RAREST_COST, ...known));
  const best = known.some(cost => cost <= limit) ? BEST_OF_COMMON : BEST_WITHOUT_RARE;
  let common = 0;
  let done = 0;
  for (const [i, alternatives] of ranges.entries()) {
    // A word that occurs twice in the query is visited once and marked for both.
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

export function clearMarks(searcher: Searcher): void {
  for (let i = 0; i < searcher.touchedCount; i++) searcher.wordBits[searcher.touched[i] as number] = 0;
  searcher.touchedCount = 0;
}

function markRange(searcher: Searcher, { keys, suffixes }: WordRanges, bit: number): void {
  const { keyNames, suffixKeys } = searcher.arrays;
  markNames(searcher, keyNames[keys.low] as number, keyNames[keys.high] as number, bit);
  for (let suffix = suffixes.low; suffix < suffixes.high; suffix++) {
    const key = suffixKeys[suffix] as number;
    markNames(searcher, keyNames[key] as number, keyNames[key + 1] as number, bit);
  }
}

function markBest(searcher: Searcher, { keys, suffixes }: WordRanges, bit: number, count: number): void {
  const { bestNames, bestSuffixes, arrays } = searcher;
  bestNames.clear();
  bestNames.addRange(arrays.keyNames[keys.low] as number, arrays.keyNames[keys.high] as number);
  bestSuffixes.clear();
  bestSuffixes.addRange(suffixes.low, suffixes.high);
  for (let i = 0; i < count; i++) {
    searcher.steps += 16;
    const name = bestNames.next();
    if (name >= 0) markNames(searcher, name, name + 1, bit);
    const suffix = bestSuffixes.next();
    if (suffix < 0) continue;
    const first = arrays.keyNames[arrays.suffixKeys[suffix] as number] as number;
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
