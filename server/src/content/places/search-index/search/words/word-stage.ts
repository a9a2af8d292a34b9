/**
 * Places that have all words of the query, in any order: in one of their own names, or some of them in the names of the
 * region and country they lie in. At least one word must be the place's own.
 */
import { CODE_CLASS, CONTEXT_CLASS } from '../../score.ts';
import type { Word } from '../parsed-query.ts';
import { NAME_WITH_CONTEXT, REORDERED, wordsQuality } from '../quality.ts';
import type { Question, Searcher } from '../searcher.ts';
import { isContextClass } from './context-names.ts';
import { matchWords, type NameWords } from './name-words.ts';
import { clearMarks, markWords, type RangesByWord } from './word-marks.ts';

/** Bounds of work: places looked at closely, steps taken for that, and how far up. */
const MAX_CANDIDATES = 150;
const MAX_STEPS = 12_000;
const MAX_ANCESTORS = 4;

const ELSEWHERE = 0.7;
const BEFORE_COMMA = 1.04;
/** One or two letters begin the name of some region or country above almost every place: a weak sign, kept apart. */
const FEW_LETTERS = 3;
const WEAK_SHIFT = 16;
const HALF_TYPED = 0.6;

export interface WordSearch {
  ranges: RangesByWord;
  /** How words of names are compared with those of the query. */
  words: NameWords;
  /** How much each word counts; 1 in all. */
  shares: readonly number[];
  /** Places that have less than this share of the query are not found. */
  leastShare: number;
}

/** The best quality that was found, 0 for none. */
export function wordStage(searcher: Searcher, question: Question, search: WordSearch): number {
  const common = markWords(searcher, search.ranges, question.parsed.words);
  const candidates: number[] = [];
  for (let i = 0; i < searcher.touchedCount; i++) {
    const place = searcher.touched[i] as number;
    if (!question.selection.has(place)) continue;
    if (shareOf(search, bitsOf(searcher, place) | common) >= search.leastShare) candidates.push(place);
  }
  searcher.steps += 3 * searcher.touchedCount;
  // Ranks: the least number is the greatest weight.
  candidates.sort((a, b) => a - b);
  if (candidates.length > MAX_CANDIDATES) candidates.length = MAX_CANDIDATES;
  const lastStep = searcher.steps + MAX_STEPS;
  const known = new Map<number, number>();
  let best = 0;
  for (const place of candidates) {
    if (searcher.steps > lastStep) break;
    const context = contextBits(searcher, question, search.words, place, common, known);
    best = Math.max(best, offerPlace(searcher, question, search, place, context));
  }
  clearMarks(searcher);
  return best;
}

function shareOf({ shares }: WordSearch, bits: number): number {
  let share = 0;
  for (let i = 0; i < shares.length; i++) if ((bits >> i) & 1) share += shares[i] as number;
  return share;
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

/** The words that the places above this one have; `known` spares repeating it for each of their children. */
function contextBits(
  searcher: Searcher,
  question: Question,
  words: NameWords,
  place: number,
  common: number,
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
      const isMarked = ((searcher.wordBits[ancestor] as number) | common) !== 0;
      own = isMarked ? ancestorBits(searcher, question, words, ancestor) : 0;
      known.set(ancestor, own);
    }
    bits |= own;
    if (ancestor === country) break;
    above = placeParents[ancestor] as number;
  }
  return bits;
}

function ancestorBits(searcher: Searcher, question: Question, words: NameWords, place: number): number {
  const last = question.parsed.words.at(-1) as Word;
  const isFew = last.to - last.from < FEW_LETTERS;
  const { bytes, starts, isCode } = searcher.context.of(place);
  let bits = question.isAskedLanguage ? askedBits(searcher, question, words, place, isFew) : 0;
  for (let i = 0; i < isCode.length; i++) {
    matchWords(searcher, question.parsed, words, bytes, starts[i] as number, starts[i + 1] as number);
    // Half a code is none.
    if (isCode[i] === 1 && words.covered < 1) continue;
    bits |= strongAndWeak(words, isFew);
  }
  return bits;
}

/** What further names of the asked language have. */
function askedBits(
  searcher: Searcher,
  question: Question,
  words: NameWords,
  place: number,
  isFew: boolean,
): number {
  const { placeNameStarts, placeNames, nameClasses, nameLanguages } = searcher.arrays;
  let bits = 0;
  const end = placeNameStarts[place + 1] as number;
  for (let at = placeNameStarts[place] as number; at < end; at++) {
    const name = placeNames[at] as number;
    if (isContextClass(nameClasses[name] as number)) continue;
    if (!question.isAskedLanguage?.[nameLanguages[name] as number]) continue;
    matchName(searcher, question, words, name);
    bits |= strongAndWeak(words, isFew);
  }
  return bits;
}

function strongAndWeak({ bits, partBits }: NameWords, isFew: boolean): number {
  return isFew ? (bits & ~partBits) | (partBits << WEAK_SHIFT) : bits;
}

function matchName(searcher: Searcher, { parsed }: Question, words: NameWords, name: number): void {
  const { nameKeys, keyStarts, keyBytes } = searcher.arrays;
  const key = nameKeys[name] as number;
  matchWords(searcher, parsed, words, keyBytes, keyStarts[key] as number, (keyStarts[key + 1] as number) - 1);
}

/** Names of the place at hand that have words of the query, and what `matchWords` said of them. */
const met = {
  names: [] as number[],
  bits: [] as number[],
  covered: [] as number[],
  likeness: [] as number[],
};

/** Returns the words that all names of the place have together. */
function meetNames(searcher: Searcher, question: Question, words: NameWords, place: number): number {
  const { placeNameStarts, placeNames, nameClasses } = searcher.arrays;
  met.names.length = 0;
  let bits = 0;
  const end = placeNameStarts[place + 1] as number;
  for (let at = placeNameStarts[place] as number; at < end; at++) {
    const name = placeNames[at] as number;
    matchName(searcher, question, words, name);
    if (words.bits === 0) continue;
    bits |= words.bits;
    const nameClass = nameClasses[name] as number;
    if (nameClass === CODE_CLASS || nameClass === CONTEXT_CLASS) continue;
    const next = met.names.push(name) - 1;
    met.bits[next] = words.bits;
    met.covered[next] = words.covered;
    met.likeness[next] = words.likeness;
  }
  return bits;
}

/** Offers each name that has words of the query; the best one stays. Returns the best quality. */
function offerPlace(
  searcher: Searcher,
  question: Question,
  search: WordSearch,
  place: number,
  found: number,
): number {
  const { parsed, hits } = question;
  const all = (1 << parsed.words.length) - 1;
  const context = (found | (found >> WEAK_SHIFT)) & all;
  const head = parsed.words.reduce((bits, word, i) => (word.isBeforeComma ? bits | (1 << i) : bits), 0);
  const together = meetNames(searcher, question, search.words, place);
  const own = search.words.allowErrors ? 0 : together;
  let best = 0;
  for (let i = 0; i < met.names.length; i++) {
    const bits = met.bits[i] as number;
    const likeness = met.likeness[i] as number;
    const share = shareOf(search, bits | context);
    const shareElsewhere = shareOf(search, bits | context | own) - share;
    if (share + shareElsewhere < search.leastShare) continue;
    const isWhole = met.covered[i] === 1;
    // Without context it is the whole name in another order, else it would have been found before.
    const hasContext = (bits | context) !== bits;
    const ofWhole = hasContext ? NAME_WITH_CONTEXT : REORDERED;
    let quality = (isWhole ? ofWhole : wordsQuality(met.covered[i] as number)) * likeness;
    if ((all & ~(bits | (found & all))) !== 0) quality *= HALF_TYPED;
    if (share < 0.999) quality *= (share + ELSEWHERE * shareElsewhere) ** 2;
    if (parsed.hasComma && bits === head && isWhole) quality *= BEFORE_COMMA;
    const kind = likeness < 1 ? 'TRIGRAM' : 'FULL_TEXT';
    if (hits.offer(met.names[i] as number, kind, quality, isWhole, -1, -1)) best = Math.max(best, quality);
  }
  return best;
}
