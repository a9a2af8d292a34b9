/**
 * Places that have all words of the query, in any order: in their own names, or some of them in the names of the region
 * and country they lie in. At least one word must be the place's own.
 */
import { matchWords, type NameWords } from './name-words.ts';
import { wordsQuality } from './quality.ts';
import type { Question, Searcher } from './searcher.ts';
import type { WordRanges } from './word-ranges.ts';

/** Bounds of work: names visited for one word, best names taken of a word that has more, places looked at closely. */
const MAX_WORD_COST = 40_000;
const BEST_OF_COMMON = 300;
const MAX_CANDIDATES = 300;
const MAX_ANCESTORS = 4;

const ELSEWHERE = 0.85;
const MISSING = 0.7;
const BEFORE_COMMA = 1.04;

/** For each word of the query the places in the index where it, or something like it, stands. */
export type RangesByWord = readonly (readonly WordRanges[])[];

export interface WordSearch {
  ranges: RangesByWord;
  /** How words of names are compared with those of the query. */
  words: NameWords;
  /** Words that may be missing. */
  mayMiss: number;
}

/** How many places were found. */
export function wordStage(searcher: Searcher, question: Question, search: WordSearch): number {
  const touched: number[] = [];
  const common = markAll(searcher, search.ranges, touched);
  const all = (1 << search.ranges.length) - 1;
  const candidates: number[] = [];
  for (const place of touched) {
    if (!question.selection.has(place)) continue;
    const missing = all & ~(bitsOf(searcher, place) | common);
    if (count(missing) <= search.mayMiss) candidates.push(place);
  }
  const found = lookClosely(searcher, question, search, candidates);
  for (const place of touched) searcher.wordBits[place] = 0;
  return found;
}

/** Marks the places of each word; returns the words too common to be marked everywhere. */
function markAll(searcher: Searcher, ranges: RangesByWord, touched: number[]): number {
  let common = 0;
  for (const [word, alternatives] of ranges.entries()) {
    const cost = alternatives.reduce((sum, range) => sum + range.cost, 0);
    const isCommon = cost > MAX_WORD_COST;
    if (isCommon) common |= 1 << word;
    for (const range of alternatives) {
      if (isCommon) markBest(searcher, range, 1 << word, touched);
      else markRange(searcher, range, 1 << word, touched);
    }
  }
  return common;
}

function markRange(searcher: Searcher, { keys, tails }: WordRanges, bit: number, touched: number[]): void {
  const { keyNames, tailKeys } = searcher.arrays;
  markNames(searcher, keyNames[keys.low] as number, keyNames[keys.high] as number, bit, touched);
  for (let tail = tails.low; tail < tails.high; tail++) {
    const key = tailKeys[tail] as number;
    markNames(searcher, keyNames[key] as number, keyNames[key + 1] as number, bit, touched);
  }
}

function markBest(searcher: Searcher, { keys, tails }: WordRanges, bit: number, touched: number[]): void {
  const { bestNames, bestTails, arrays } = searcher;
  bestNames.clear();
  bestNames.addRange(arrays.keyNames[keys.low] as number, arrays.keyNames[keys.high] as number);
  bestTails.clear();
  bestTails.addRange(tails.low, tails.high);
  for (let i = 0; i < BEST_OF_COMMON; i++) {
    const name = bestNames.next();
    if (name >= 0) markNames(searcher, name, name + 1, bit, touched);
    const tail = bestTails.next();
    if (tail < 0) continue;
    const first = arrays.keyNames[arrays.tailKeys[tail] as number] as number;
    markNames(searcher, first, first + 1, bit, touched);
  }
}

function markNames(searcher: Searcher, from: number, to: number, bit: number, touched: number[]): void {
  const { wordBits } = searcher;
  const { namePlaces } = searcher.arrays;
  searcher.steps += to - from + 1;
  for (let name = from; name < to; name++) {
    const place = namePlaces[name] as number;
    const bits = wordBits[place] as number;
    if (bits === 0) touched.push(place);
    wordBits[place] = bits | bit;
  }
}

function bitsOf({ wordBits, arrays }: Searcher, place: number): number {
  const country = arrays.placeCountries[place] as number;
  let bits = (wordBits[place] as number) | (country >= 0 ? (wordBits[country] as number) : 0);
  let above = arrays.placeParents[place] as number;
  for (let steps = 0; above >= 0 && steps < MAX_ANCESTORS; steps++) {
    bits |= wordBits[above] as number;
    above = arrays.placeParents[above] as number;
  }
  return bits;
}

function lookClosely(
  searcher: Searcher,
  question: Question,
  search: WordSearch,
  candidates: number[],
): number {
  // Ranks: the least number is the greatest weight.
  if (candidates.length > MAX_CANDIDATES) candidates.sort((a, b) => a - b).length = MAX_CANDIDATES;
  const known = new Map<number, number>();
  let found = 0;
  for (const place of candidates) {
    const context = contextBits(searcher, question, search, place, known);
    if (offerBestName(searcher, question, search, place, context)) found++;
  }
  return found;
}

/** The words that the places above this one have; `known` spares repeating it for each of their children. */
function contextBits(
  searcher: Searcher,
  question: Question,
  { words }: WordSearch,
  place: number,
  known: Map<number, number>,
): number {
  const { placeCountries, placeParents } = searcher.arrays;
  const country = placeCountries[place] as number;
  let bits = 0;
  let above = placeParents[place] as number;
  for (let steps = 0; steps < MAX_ANCESTORS; steps++) {
    const ancestor = above >= 0 ? above : country;
    if (ancestor < 0 || ancestor === place) break;
    let own = known.get(ancestor);
    if (own === undefined) {
      own = ownBits(searcher, question, words, ancestor);
      known.set(ancestor, own);
    }
    bits |= own;
    if (ancestor === country) break;
    above = placeParents[ancestor] as number;
  }
  return bits;
}

function ownBits(searcher: Searcher, question: Question, words: NameWords, place: number): number {
  const { placeNameStarts, placeNames, nameKeys } = searcher.arrays;
  let bits = 0;
  const end = placeNameStarts[place + 1] as number;
  for (let at = placeNameStarts[place] as number; at < end; at++) {
    matchWords(searcher, question.parsed, words, nameKeys[placeNames[at] as number] as number);
    bits |= words.bits;
  }
  return bits;
}

/** Offers each name that has a word of the query; the best one stays. */
function offerBestName(
  searcher: Searcher,
  question: Question,
  { ranges, words, mayMiss }: WordSearch,
  place: number,
  context: number,
): boolean {
  const { placeNameStarts, placeNames, nameKeys } = searcher.arrays;
  const { parsed, hits } = question;
  const all = (1 << ranges.length) - 1;
  const own = ownBits(searcher, question, words, place);
  const missing = count(all & ~(own | context));
  if (own === 0 || missing > mayMiss) return false;
  const head = parsed.words.reduce((bits, word, i) => (word.isBeforeComma ? bits | (1 << i) : bits), 0);
  const end = placeNameStarts[place + 1] as number;
  let isFound = false;
  for (let at = placeNameStarts[place] as number; at < end; at++) {
    const name = placeNames[at] as number;
    if (searcher.arrays.nameClasses[name] === 4) continue;
    matchWords(searcher, parsed, words, nameKeys[name] as number);
    if (words.bits === 0) continue;
    const elsewhere = count(all & own & ~(words.bits | context));
    let quality = wordsQuality(words.covered) * words.likeness * ELSEWHERE ** elsewhere * MISSING ** missing;
    if (parsed.hasComma && words.bits === head && words.covered === 1) quality *= BEFORE_COMMA;
    isFound = hits.offer(name, words.likeness < 1 ? 'TRIGRAM' : 'FULL_TEXT', quality, -1, -1) || isFound;
  }
  return isFound;
}

function count(bits: number): number {
  let left = bits;
  let ones = 0;
  for (; left !== 0; left &= left - 1) ones++;
  return ones;
}
