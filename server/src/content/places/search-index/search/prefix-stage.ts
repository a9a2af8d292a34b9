/** Finds exact matches, names that begin with the query, and names in which a later word begins with it. */
import { cellsAround } from '../geo-grid.ts';
import {
  CODE_CLASS,
  exactQuality,
  maxPrefixQuality,
  maxScore,
  maxWordQuality,
  minValue,
  prefixQuality,
  wordQuality,
} from '../score.ts';
import type { Range } from '../structures/sorted-strings.ts';
import type { ParsedQuery } from './parsed-query.ts';
import type { Searcher, SearchState } from './searcher.ts';

const MAX_EXACT = 400;
const MAX_TAKEN = 1_200;
const MAX_SCANNED = 60_000;
const NAMES_PER_SUFFIX = 12;
const NAMES_PER_PLACE = 2;

const SPACE = 0x20;
/** Names up to this class are well known. If the query is such a name, no correction is needed. */
const WELL_KNOWN_CLASS = 2;

/** Returns true if the query is a well-known name. */
export function prefixStage(searcher: Searcher, state: SearchState): boolean {
  const { bytes } = state.parsed;
  const { keys, arrays } = searcher;
  const range = keys.beginningWith(bytes, 0, bytes.length);
  if (range.low === range.high) return false;
  const hasWhole = searcher.keyLength(range.low) === bytes.length;
  const isExact = hasWhole && takeExact(searcher, state, range.low);
  takeNames(searcher, state, {
    low: arrays.keyNames[range.low + (hasWhole ? 1 : 0)] as number,
    high: arrays.keyNames[range.high] as number,
  });
  return isExact;
}

function takeExact(
  searcher: Searcher,
  { hits, parsed, isRequestedLanguage }: SearchState,
  key: number,
): boolean {
  const { keyNames, nameClasses, nameLanguages, namePlaces, placeWeights } = searcher.arrays;
  const end = Math.min(keyNames[key + 1] as number, (keyNames[key] as number) + MAX_EXACT);
  let isWellKnown = false;
  for (let name = keyNames[key] as number; name < end; name++) {
    const nameClass = nameClasses[name] as number;
    const place = namePlaces[name] as number;
    const isCanonical = nameClass === 0 || isShortOfCanonical(searcher, parsed.bytes, place);
    const isOwn = isCanonical || isRequestedLanguage?.[nameLanguages[name] as number] === 1;
    const weight = placeWeights[place] as number;
    const spelling = isSpelledAsTyped(searcher, name, parsed) ? 1 : OTHER_ACCENTS;
    const quality = nameClass === CODE_CLASS ? 1 : spelling * exactQuality(parsed.letters, isOwn, weight);
    const isFound = hits.offer(name, 'EXACT', quality, true, 0, parsed.bytes.length, isCanonical);
    searcher.steps++;
    if (isFound && nameClass <= WELL_KNOWN_CLASS) isWellKnown = true;
  }
  return isWellKnown;
}

/** Accents may be omitted, but a name that is spelled as typed is slightly more likely to be meant. */
const OTHER_ACCENTS = 0.95;

function isSpelledAsTyped({ arrays }: Searcher, name: number, { bytes, isPlain }: ParsedQuery): boolean {
  const { nameTextStarts } = arrays;
  const length = (nameTextStarts[name + 1] as number) - (nameTextStarts[name] as number);
  return !isPlain || length === bytes.length;
}

const CITY_WORD = Buffer.from(' city\0');

/** Returns true if only the word "City" is missing from the canonical name, as in New York City. */
function isShortOfCanonical({ arrays }: Searcher, typed: Uint8Array, place: number): boolean {
  const { keyBytes, keyStarts, nameKeys, placeCanonicalNames } = arrays;
  const start = keyStarts[nameKeys[placeCanonicalNames[place] as number] as number] as number;
  for (let i = 0; i < typed.length; i++) if (keyBytes[start + i] !== typed[i]) return false;
  for (let i = 0; i < CITY_WORD.length; i++) {
    if (keyBytes[start + typed.length + i] !== CITY_WORD[i]) return false;
  }
  return true;
}

function takeNames(searcher: Searcher, state: SearchState, names: Range): void {
  const { bestNames } = searcher;
  // The tree does not include boosts by language or distance, so more names are read when there are boosts.
  const isBoosted = state.isRequestedLanguage !== undefined || state.near !== undefined;
  const places = state.limit * (isBoosted ? 4 : 1) + 14;
  const wanted = state.hits.size + places;
  const limit = maxTaken(state, places);
  const quality = maxPrefixQuality(state.parsed.bytes.length);
  bestNames.clear();
  bestNames.addRange(names.low, names.high);
  let threshold = 0;
  let taken = 0;
  for (; taken < limit && state.hits.size < wanted; taken++) {
    if (threshold === 0) threshold = state.hits.pageThreshold(state.limit);
    if (!isBoosted && maxScore(bestNames.nextValue, quality) < threshold) break;
    const name = bestNames.next();
    if (name < 0) break;
    searcher.steps += 8;
    offerPrefix(searcher, state, name);
  }
  if (taken === limit && state.hits.size < wanted) scanSelected(searcher, state, names);
  if (state.near) scanNear(searcher, state, names);
}

/**
 * Several names of a place may begin alike, so the number of names is limited too. A selection skips places and therefore
 * needs more names.
 */
function maxTaken({ selection }: SearchState, places: number): number {
  return selection.isAll ? NAMES_PER_PLACE * places : MAX_TAKEN;
}

function offerPrefix(searcher: Searcher, { hits, parsed }: SearchState, name: number): void {
  const key = searcher.arrays.nameKeys[name] as number;
  const typed = parsed.bytes.length;
  const endsWord = searcher.keys.byteAt(key, typed) === SPACE;
  hits.offer(name, 'PREFIX', prefixQuality(typed / searcher.keyLength(key), endsWord), false, 0, typed);
}

/** If few of the best names are selected, checks the names of the selected places instead. */
function scanSelected(searcher: Searcher, state: SearchState, names: Range): void {
  const lists = state.selection.lists();
  let left = MAX_SCANNED;
  for (const [from, to] of lists?.bounds ?? []) {
    for (let at = from; at < to && left > 0; at++, left--) {
      offerPlace(searcher, state, names, lists?.places[at] as number);
    }
  }
}

function scanNear(searcher: Searcher, state: SearchState, names: Range): void {
  const { cellStarts, cellPlaces } = searcher.arrays;
  const { latitude, longitude } = state.near ?? { latitude: 0, longitude: 0 };
  let left = MAX_SCANNED / 10;
  for (const cell of cellsAround(latitude, longitude)) {
    for (
      let at = cellStarts[cell] as number;
      at < (cellStarts[cell + 1] as number) && left > 0;
      at++, left--
    ) {
      offerPlace(searcher, state, names, cellPlaces[at] as number);
    }
  }
}

function offerPlace(searcher: Searcher, state: SearchState, names: Range, place: number): void {
  const { placeNameStarts, placeNames, nameClasses } = searcher.arrays;
  searcher.steps++;
  if (!state.selection.has(place)) return;
  const end = placeNameStarts[place + 1] as number;
  for (let at = placeNameStarts[place] as number; at < end; at++) {
    const name = placeNames[at] as number;
    if (name < names.low || name >= names.high || nameClasses[name] === CODE_CLASS) continue;
    offerPrefix(searcher, state, name);
  }
}

/** Finds names in which the query begins at a later word. */
export function suffixStage(searcher: Searcher, state: SearchState): void {
  const { bytes } = state.parsed;
  const { suffixes, bestSuffixes } = searcher;
  const range = suffixes.beginningWith(bytes, 0, bytes.length);
  bestSuffixes.clear(minValueForPage(state, maxWordQuality(bytes.length)));
  bestSuffixes.addRange(range.low, range.high);
  const places = state.limit + 4;
  const wanted = state.hits.size + places;
  const limit = maxTaken(state, places);
  for (let taken = 0; taken < limit && state.hits.size < wanted; taken++) {
    const suffix = bestSuffixes.next();
    if (suffix < 0) break;
    searcher.steps += 8;
    offerSuffix(searcher, state, suffix);
  }
}

/** The value that a name needs to reach the page. Values do not include the boost for the requested language. */
export function minValueForPage({ hits, limit, isRequestedLanguage }: SearchState, quality: number): number {
  return isRequestedLanguage ? 1 : minValue(hits.pageThreshold(limit), quality);
}

function offerSuffix(searcher: Searcher, { hits, parsed }: SearchState, suffix: number): void {
  const { keyNames, keyStarts, suffixKeys, suffixStarts } = searcher.arrays;
  const key = suffixKeys[suffix] as number;
  const typed = parsed.bytes.length;
  const offset = (suffixStarts[suffix] as number) - (keyStarts[key] as number);
  const next = searcher.suffixes.byteAt(suffix, typed);
  const quality = wordQuality(typed / searcher.keyLength(key), next === SPACE || next === 0);
  const end = Math.min(keyNames[key + 1] as number, (keyNames[key] as number) + NAMES_PER_SUFFIX);
  for (let name = keyNames[key] as number; name < end; name++) {
    searcher.steps++;
    if (searcher.arrays.nameClasses[name] !== CODE_CLASS)
      hits.offer(name, 'FULL_TEXT', quality, false, offset, offset + typed);
  }
}
