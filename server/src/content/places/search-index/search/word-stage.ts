/**
 * Finds places that have all words of the query, or a share of them (see `minShare`), in any order: in one of their
 * names, or partly in the names of their region and country. At least one word must be in a name of the place itself.
 */
import { PLACE_TYPES } from '@serai/contract/content/place-item.ts';
import { CODE_CLASS, CONTEXT_CLASS, NAME_WITH_CONTEXT, REORDERED, wordsQuality } from '../score.ts';
import { isContextClass } from './context-names.ts';
import { matchWords, type NameWords } from './name-words.ts';
import type { Word } from './parsed-query.ts';
import type { Searcher, SearchState } from './searcher.ts';
import { clearMarks, markWords } from './word-marks.ts';
import type { RangesByWord } from './word-ranges.ts';

const AIRPORT = PLACE_TYPES.indexOf('AIRPORT');
/** Limits: the places that are compared in detail, the steps for comparing them, and the levels of ancestors. */
const MAX_CANDIDATES = 150;
const MAX_STEPS = 12_000;
const MAX_ANCESTORS = 4;

/** The share of all words is 1. This is slightly less, to allow for rounding errors. */
export const ALL_WORDS = 0.999;
/** The factor for words that only occur in other names of the place. */
const ELSEWHERE = 0.7;
const BEFORE_COMMA = 1.04;
/** The factor for an airport whose name lacks a word such as "international" or "base". */
const BY_TYPE = 0.85;
/**
 * For almost every place, some name of its region or country begins with a given letter or two. A match with such a short
 * word is weak and is recorded in separate bits.
 */
const SHORT_WORD = 3;
const WEAK_SHIFT = 16;
const WEAK_FACTOR = 0.6;

export interface WordSearch {
  ranges: RangesByWord;
  /** Receives the result of each comparison of a name with the query. */
  words: NameWords;
  /** The relative weight of each word of the query. The weights add up to 1. */
  shares: readonly number[];
  /** Places that match words with a lower total weight are not found. */
  minShare: number;
  /** The words that every airport matches, one bit each. */
  airportBits: number;
}

/** Returns the best quality found, or 0. */
export function wordStage(searcher: Searcher, state: SearchState, search: WordSearch): number {
  const common = markWords(searcher, search.ranges, state.parsed.words);
  const candidates: number[] = [];
  for (let i = 0; i < searcher.touchedCount; i++) {
    const place = searcher.touched[i] as number;
    if (!state.selection.has(place)) continue;
    const bits = bitsOf(searcher, place) | typeBits(searcher, search, place) | common;
    if (shareOf(search, bits) >= search.minShare) candidates.push(place);
  }
  searcher.steps += 3 * searcher.touchedCount;
  // Places are numbered by rank, so this is in descending order of weight.
  candidates.sort((a, b) => a - b);
  if (candidates.length > MAX_CANDIDATES) candidates.length = MAX_CANDIDATES;
  const lastStep = searcher.steps + MAX_STEPS;
  const known = new Map<number, number>();
  let best = 0;
  for (const place of candidates) {
    if (searcher.steps > lastStep) break;
    const context =
      contextBits(searcher, state, search.words, place, common, known) | typeBits(searcher, search, place);
    best = Math.max(best, offerPlace(searcher, state, search, place, context));
  }
  clearMarks(searcher);
  return best;
}

function shareOf({ shares }: WordSearch, bits: number): number {
  let share = 0;
  for (let i = 0; i < shares.length; i++) if ((bits >> i) & 1) share += shares[i] as number;
  return share;
}

function typeBits({ arrays }: Searcher, { airportBits }: WordSearch, place: number): number {
  return airportBits !== 0 && arrays.placeTypes[place] === AIRPORT ? airportBits : 0;
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

/**
 * Returns the words that occur in the ancestors of a place. `known` caches them for other places with the same ancestors.
 */
function contextBits(
  searcher: Searcher,
  state: SearchState,
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
      own = isMarked ? ancestorBits(searcher, state, words, ancestor) : 0;
      known.set(ancestor, own);
    }
    bits |= own;
    if (ancestor === country) break;
    above = placeParents[ancestor] as number;
  }
  return bits;
}

function ancestorBits(searcher: Searcher, state: SearchState, words: NameWords, place: number): number {
  const last = state.parsed.words.at(-1) as Word;
  const isShort = last.to - last.from < SHORT_WORD;
  const { bytes, starts, isCode } = searcher.context.of(place);
  let bits = state.isRequestedLanguage ? requestedLanguageBits(searcher, state, words, place, isShort) : 0;
  for (let i = 0; i < isCode.length; i++) {
    matchWords(searcher, state.parsed, words, bytes, starts[i] as number, starts[i + 1] as number);
    // A code only counts if it matches completely.
    if (isCode[i] === 1 && words.covered < 1) continue;
    bits |= strongAndWeak(words, isShort);
  }
  return bits;
}

/** Returns the words that occur in further names in the requested language. */
function requestedLanguageBits(
  searcher: Searcher,
  state: SearchState,
  words: NameWords,
  place: number,
  isShort: boolean,
): number {
  const { placeNameStarts, placeNames, nameClasses, nameLanguages } = searcher.arrays;
  let bits = 0;
  const end = placeNameStarts[place + 1] as number;
  for (let at = placeNameStarts[place] as number; at < end; at++) {
    const name = placeNames[at] as number;
    if (isContextClass(nameClasses[name] as number)) continue;
    if (!state.isRequestedLanguage?.[nameLanguages[name] as number]) continue;
    matchName(searcher, state, words, name);
    bits |= strongAndWeak(words, isShort);
  }
  return bits;
}

function strongAndWeak({ bits, partBits }: NameWords, isShort: boolean): number {
  return isShort ? (bits & ~partBits) | (partBits << WEAK_SHIFT) : bits;
}

function matchName(searcher: Searcher, { parsed }: SearchState, words: NameWords, name: number): void {
  const { nameKeys, keyStarts, keyBytes } = searcher.arrays;
  const key = nameKeys[name] as number;
  matchWords(searcher, parsed, words, keyBytes, keyStarts[key] as number, (keyStarts[key + 1] as number) - 1);
}

/** The names of the current place that contain words of the query, with the results of `matchWords`. */
const matched = {
  names: [] as number[],
  bits: [] as number[],
  covered: [] as number[],
  similarity: [] as number[],
};

/** Fills `matched` and returns the words that occur in any name of the place. */
function matchNames(searcher: Searcher, state: SearchState, words: NameWords, place: number): number {
  const { placeNameStarts, placeNames, nameClasses } = searcher.arrays;
  matched.names.length = 0;
  let bits = 0;
  const end = placeNameStarts[place + 1] as number;
  for (let at = placeNameStarts[place] as number; at < end; at++) {
    const name = placeNames[at] as number;
    matchName(searcher, state, words, name);
    if (words.bits === 0) continue;
    bits |= words.bits;
    const nameClass = nameClasses[name] as number;
    if (nameClass === CODE_CLASS || nameClass === CONTEXT_CLASS) continue;
    const next = matched.names.push(name) - 1;
    matched.bits[next] = words.bits;
    matched.covered[next] = words.covered;
    matched.similarity[next] = words.similarity;
  }
  return bits;
}

/** Offers each name that contains words of the query. Returns the best quality. */
function offerPlace(
  searcher: Searcher,
  state: SearchState,
  search: WordSearch,
  place: number,
  found: number,
): number {
  const { parsed, hits } = state;
  const all = (1 << parsed.words.length) - 1;
  const context = (found | (found >> WEAK_SHIFT)) & all;
  const head = parsed.words.reduce((bits, word, i) => (word.isBeforeComma ? bits | (1 << i) : bits), 0);
  const ofType = typeBits(searcher, search, place);
  // If words may be missing, a whole name beside other words is more likely to be meant than a part of a name. This does
  // not apply to a city if the query asks for its airport.
  const wholePower = search.minShare < ALL_WORDS && search.airportBits === ofType ? 1 : 2;
  const together = matchNames(searcher, state, search.words, place);
  const own = search.words.allowErrors ? 0 : together;
  let best = 0;
  for (let i = 0; i < matched.names.length; i++) {
    const bits = matched.bits[i] as number;
    const similarity = matched.similarity[i] as number;
    const share = shareOf(search, bits | context);
    const shareElsewhere = shareOf(search, bits | context | own) - share;
    if (share + shareElsewhere < search.minShare) continue;
    const isWhole = matched.covered[i] === 1;
    // Without context, the query is the whole name in another order. The same order would have matched in an earlier
    // stage.
    const hasContext = (bits | context) !== bits;
    const wholeQuality = hasContext ? NAME_WITH_CONTEXT : REORDERED;
    let quality = (isWhole ? wholeQuality : wordsQuality(matched.covered[i] as number)) * similarity;
    if ((all & ~(bits | (found & all))) !== 0) quality *= WEAK_FACTOR;
    if (share < ALL_WORDS) quality *= (share + ELSEWHERE * shareElsewhere) ** (isWhole ? wholePower : 2);
    if (parsed.hasComma && bits === head && isWhole) quality *= BEFORE_COMMA;
    if ((ofType & ~bits) !== 0) quality *= BY_TYPE;
    const kind = similarity < 1 ? 'TRIGRAM' : 'FULL_TEXT';
    if (hits.offer(matched.names[i] as number, kind, quality, isWhole, -1, -1))
      best = Math.max(best, quality);
  }
  return best;
}
