/** Names that are what was typed, or begin with it; then names with a later word that begins so. */
import { cellsAround } from '../cells.ts';
import { CODE_CLASS, leastValue, mostScore } from '../score.ts';
import type { ParsedQuery } from './parsed-query.ts';
import { exactQuality, mostPrefixQuality, mostWordQuality, prefixQuality, wordQuality } from './quality.ts';
import type { Question, Searcher } from './searcher.ts';
import type { Range } from './structures/sorted-strings.ts';

/** Bounds of work. */
const MAX_EXACT = 400;
const MAX_TAKEN = 1_200;
const MAX_SCANNED = 60_000;
const NAMES_A_TAIL = 12;
const NAMES_A_PLACE = 2;

const GAP = 0x20;
/** Nobody who types a name of these classes to its end needs to be corrected. */
const WELL_KNOWN_CLASS = 2;

/** Whether there is a well-known name that is just what was typed. */
export function prefixStage(searcher: Searcher, question: Question): boolean {
  const { bytes } = question.parsed;
  const { keys, arrays } = searcher;
  const range = keys.beginningWith(bytes, 0, bytes.length);
  if (range.low === range.high) return false;
  const hasWhole = searcher.keyLength(range.low) === bytes.length;
  const isExact = hasWhole && takeExact(searcher, question, range.low);
  takeNames(searcher, question, {
    low: arrays.keyNames[range.low + (hasWhole ? 1 : 0)] as number,
    high: arrays.keyNames[range.high] as number,
  });
  return isExact;
}

function takeExact(searcher: Searcher, { hits, parsed, isAskedLanguage }: Question, key: number): boolean {
  const { keyNames, nameClasses, nameLanguages, namePlaces, placeWeights } = searcher.arrays;
  const end = Math.min(keyNames[key + 1] as number, (keyNames[key] as number) + MAX_EXACT);
  let isWellKnown = false;
  for (let name = keyNames[key] as number; name < end; name++) {
    const nameClass = nameClasses[name] as number;
    const place = namePlaces[name] as number;
    const isCanonical = nameClass === 0 || isShortOfCanonical(searcher, parsed.bytes, place);
    const isOwn = isCanonical || isAskedLanguage?.[nameLanguages[name] as number] === 1;
    const weight = placeWeights[place] as number;
    const likeness = isWrittenSo(searcher, name, parsed) ? 1 : OTHER_ACCENTS;
    const quality = nameClass === CODE_CLASS ? 1 : likeness * exactQuality(parsed.letters, isOwn, weight);
    const isFound = hits.offer(name, 'EXACT', quality, true, 0, parsed.bytes.length, isCanonical);
    searcher.steps++;
    if (isFound && nameClass <= WELL_KNOWN_CLASS) isWellKnown = true;
  }
  return isWellKnown;
}

/** Who types no accents may leave them out, but means a name without them a little more. */
const OTHER_ACCENTS = 0.95;

function isWrittenSo({ arrays }: Searcher, name: number, { bytes, isPlain }: ParsedQuery): boolean {
  const { nameTextStarts } = arrays;
  const length = (nameTextStarts[name + 1] as number) - (nameTextStarts[name] as number);
  return !isPlain || length === bytes.length;
}

const CITY_WORD = Buffer.from(' city\0');

/** Whether a place is called so but for a last word that says what it is: New York City. */
function isShortOfCanonical({ arrays }: Searcher, typed: Uint8Array, place: number): boolean {
  const { keyBytes, keyStarts, nameKeys, placeCanonicalNames } = arrays;
  const start = keyStarts[nameKeys[placeCanonicalNames[place] as number] as number] as number;
  for (let i = 0; i < typed.length; i++) if (keyBytes[start + i] !== typed[i]) return false;
  for (let i = 0; i < CITY_WORD.length; i++) {
    if (keyBytes[start + typed.length + i] !== CITY_WORD[i]) return false;
  }
  return true;
}

function takeNames(searcher: Searcher, question: Question, names: Range): void {
  const { bestNames } = searcher;
  // Lifts by language or distance are not in the tree: more are taken, so that they can take effect.
  const isLifted = question.isAskedLanguage !== undefined || question.near !== undefined;
  const places = question.limit * (isLifted ? 4 : 1) + 14;
  const wanted = question.hits.size + places;
  const most = mostTaken(question, places);
  const quality = mostPrefixQuality(question.parsed.bytes.length);
  bestNames.clear();
  bestNames.addRange(names.low, names.high);
  let least = 0;
  let taken = 0;
  for (; taken < most && question.hits.size < wanted; taken++) {
    if (least === 0) least = question.hits.leastOf(question.limit);
    if (!isLifted && mostScore(bestNames.nextValue, quality) < least) break;
    const name = bestNames.next();
    if (name < 0) break;
    searcher.steps += 8;
    offerPrefix(searcher, question, name);
  }
  if (taken === most && question.hits.size < wanted) scanSelected(searcher, question, names);
  if (question.near) scanNear(searcher, question, names);
}

/** A place may have many names that begin alike: they end the search for more places, unless a selection hides some. */
function mostTaken({ selection }: Question, places: number): number {
  return selection.isAll ? NAMES_A_PLACE * places : MAX_TAKEN;
}

function offerPrefix(searcher: Searcher, { hits, parsed }: Question, name: number): void {
  const key = searcher.arrays.nameKeys[name] as number;
  const typed = parsed.bytes.length;
  const endsWord = searcher.keys.byteAt(key, typed) === GAP;
  hits.offer(name, 'PREFIX', prefixQuality(typed / searcher.keyLength(key), endsWord), false, 0, typed);
}

/** What is selected is rare among the best: now the other way round, the selected places and whether a name is met. */
function scanSelected(searcher: Searcher, question: Question, names: Range): void {
  const lists = question.selection.lists();
  let left = MAX_SCANNED;
  for (const [from, to] of lists?.bounds ?? []) {
    for (let at = from; at < to && left > 0; at++, left--) {
      offerPlace(searcher, question, names, lists?.places[at] as number);
    }
  }
}

function scanNear(searcher: Searcher, question: Question, names: Range): void {
  const { cellStarts, cellPlaces } = searcher.arrays;
  const { latitude, longitude } = question.near ?? { latitude: 0, longitude: 0 };
  let left = MAX_SCANNED / 10;
  for (const cell of cellsAround(latitude, longitude)) {
    for (
      let at = cellStarts[cell] as number;
      at < (cellStarts[cell + 1] as number) && left > 0;
      at++, left--
    ) {
      offerPlace(searcher, question, names, cellPlaces[at] as number);
    }
  }
}

function offerPlace(searcher: Searcher, question: Question, names: Range, place: number): void {
  const { placeNameStarts, placeNames, nameClasses } = searcher.arrays;
  searcher.steps++;
  if (!question.selection.has(place)) return;
  const end = placeNameStarts[place + 1] as number;
  for (let at = placeNameStarts[place] as number; at < end; at++) {
    const name = placeNames[at] as number;
    if (name < names.low || name >= names.high || nameClasses[name] === CODE_CLASS) continue;
    offerPrefix(searcher, question, name);
  }
}

/** Names with a later word, or later words, that begin with the query. */
export function tailStage(searcher: Searcher, question: Question): void {
  const { bytes } = question.parsed;
  const { tails, bestTails } = searcher;
  const range = tails.beginningWith(bytes, 0, bytes.length);
  bestTails.clear(leastOnPage(question, mostWordQuality(bytes.length)));
  bestTails.addRange(range.low, range.high);
  const places = question.limit + 4;
  const wanted = question.hits.size + places;
  const most = mostTaken(question, places);
  for (let taken = 0; taken < most && question.hits.size < wanted; taken++) {
    const tail = bestTails.next();
    if (tail < 0) break;
    searcher.steps += 8;
    offerTail(searcher, question, tail);
  }
}

/** The least value that a name needs to come onto the page. A lift by language is not in the values. */
export function leastOnPage({ hits, limit, isAskedLanguage }: Question, quality: number): number {
  return isAskedLanguage ? 1 : leastValue(hits.leastOf(limit), quality);
}

function offerTail(searcher: Searcher, { hits, parsed }: Question, tail: number): void {
  const { keyNames, keyStarts, tailKeys, tailStarts } = searcher.arrays;
  const key = tailKeys[tail] as number;
  const typed = parsed.bytes.length;
  const offset = (tailStarts[tail] as number) - (keyStarts[key] as number);
  const next = searcher.tails.byteAt(tail, typed);
  const quality = wordQuality(typed / searcher.keyLength(key), next === GAP || next === 0);
  const end = Math.min(keyNames[key + 1] as number, (keyNames[key] as number) + NAMES_A_TAIL);
  for (let name = keyNames[key] as number; name < end; name++) {
    searcher.steps++;
    if (searcher.arrays.nameClasses[name] !== CODE_CLASS)
      hits.offer(name, 'FULL_TEXT', quality, false, offset, offset + typed);
  }
}
