/** Finds names that are similar to the query: with one typing error, or with two in longer queries. */

import { allowedErrors, MAX_POINTS } from '../../../../platform/text/edit-distance.ts';
import { CODE_CLASS, similarQuality } from '../score.ts';
import { countPostings, GRAM_COUNT, gramsOf, MAX_GRAMS } from '../structures/ngram-index.ts';
import { OneEditSearch } from '../structures/one-edit-search.ts';
import type { BestFirst } from '../structures/segment-tree.ts';
import type { SortedStrings } from '../structures/sorted-strings.ts';
import { pointAt, pointBytes } from '../structures/utf8.ts';
import { minValueForPage } from './prefix-stage.ts';
import type { Searcher, SearchState } from './searcher.ts';

const MAX_TAKEN = 160;
/** After every 30 names, the search checks whether the remaining names can still reach the page. */
const CHECK_EVERY = 30;
const NAMES_PER_KEY = 6;
const MAX_DECODED = 24_000;
const MAX_CHECKED = 250;

const WITHIN_NAME = 0.85;
/** More than the number of keys that an index can have. */
const KEYS = 2 ** 28;

/** Finds names whose beginning differs from the query by one typing error. */
export function similarBeginnings(searcher: Searcher, state: SearchState): void {
  const { keyNames } = searcher.arrays;
  searchOneEdit(searcher, state, searcher.keys, searcher.bestNames, key => keyNames[key] as number);
}

/** Finds names that, from a later word on, begin like the query except for one typing error. */
export function similarSuffixes(searcher: Searcher, state: SearchState): void {
  searchOneEdit(searcher, state, searcher.suffixes, searcher.bestSuffixes, suffix => suffix);
}

function searchOneEdit(
  searcher: Searcher,
  state: SearchState,
  strings: SortedStrings,
  best: BestFirst,
  leafOf: (position: number) => number,
): void {
  const { bytes, pointCount } = state.parsed;
  if (allowedErrors(pointCount) === 0) return;
  const quality = similarQuality(1, pointCount, 1);
  const min = minValueForPage(state, quality);
  best.clear(min);
  new OneEditSearch(searcher, strings, bytes, (range, depth) => {
    best.addRange(leafOf(range.low), leafOf(range.high));
    // If the corrected text is a whole name, it is offered regardless of its weight.
    if (strings.byteAt(range.low, depth) === 0) offerKey(searcher, state, strings, range.low, min);
  }).run();
  let minLeft = 0;
  for (let taken = 0; taken < MAX_TAKEN; taken++) {
    if (taken % CHECK_EVERY === 0) minLeft = minValueForPage(state, quality);
    if (best.nextValue < minLeft) break;
    const leaf = best.next();
    if (leaf < 0) break;
    searcher.steps += 8;
    if (best === searcher.bestNames) offerName(searcher, state, leaf, 0, 1);
    else offerKey(searcher, state, strings, leaf, min);
  }
}

function offerKey(
  searcher: Searcher,
  state: SearchState,
  strings: SortedStrings,
  position: number,
  min: number,
): void {
  const { keyNames, keyStarts, suffixKeys, nameSegmentTree } = searcher.arrays;
  const leaves = nameSegmentTree.length / 2;
  const isTail = strings === searcher.suffixes;
  const key = isTail ? (suffixKeys[position] as number) : position;
  const offset = (strings.starts[position] as number) - (keyStarts[key] as number);
  const end = Math.min(keyNames[key + 1] as number, (keyNames[key] as number) + NAMES_PER_KEY);
  for (let name = keyNames[key] as number; name < end; name++) {
    if ((nameSegmentTree[leaves + name] as number) >= min) offerName(searcher, state, name, offset, 1);
  }
}

const namePoints = new Int32Array(MAX_POINTS + 2);

/** Computes the errors again, because several corrections may lead to the same name. */
function offerName(
  searcher: Searcher,
  state: SearchState,
  name: number,
  offset: number,
  limit: number,
): boolean {
  const { nameKeys, keyBytes, keyStarts, nameClasses } = searcher.arrays;
  const { parsed, hits } = state;
  if (nameClasses[name] === CODE_CLASS) return false;
  const key = nameKeys[name] as number;
  const start = (keyStarts[key] as number) + offset;
  const end = (keyStarts[key + 1] as number) - 1;
  const wanted = Math.min(MAX_POINTS, parsed.pointCount + limit);
  let length = 0;
  let at = start;
  for (; at < end && length < wanted; at += pointBytes(keyBytes[at] as number)) {
    namePoints[length++] = pointAt(keyBytes, at);
  }
  searcher.steps += 4;
  const errors = searcher.distance.ofPrefix(parsed.points, parsed.pointCount, namePoints, length, limit);
  if (errors > limit) return false;
  for (; at < end && length < MAX_POINTS; at += pointBytes(keyBytes[at] as number)) length++;
  const { matched } = searcher.distance;
  const quality =
    similarQuality(errors, parsed.pointCount, matched / length) * (offset > 0 ? WITHIN_NAME : 1);
  let to = start;
  for (let i = 0; i < matched; i++) to += pointBytes(keyBytes[to] as number);
  return hits.offer(name, 'TRIGRAM', quality, false, offset, offset + to - start);
}

/**
 * Finds names with up to two errors: checks the keys that share the most n-grams with the query. The rarest n-grams are
 * counted first, because the number of postings to decode is limited.
 */
export function gramStage(searcher: Searcher, state: SearchState): void {
  const { parsed } = state;
  const limit = allowedErrors(parsed.pointCount);
  const grams = new Int32Array(MAX_GRAMS);
  const count = gramsOf(parsed.bytes, 0, parsed.bytes.length, grams);
  const { gramStarts } = searcher.arrays;
  const sizeOf = (gram: number) => (gramStarts[gram + 1] as number) - (gramStarts[gram] as number);
  const rarest = [...new Set(grams.subarray(0, count))].filter(gram => gram < GRAM_COUNT);
  rarest.sort((a, b) => sizeOf(a) - sizeOf(b) || a - b);
  const touched: number[] = [];
  let used = 0;
  let left = MAX_DECODED;
  for (const gram of rarest) {
    if (sizeOf(gram) > left) break;
    left -= sizeOf(gram);
    searcher.steps += sizeOf(gram);
    countPostings(searcher.arrays, gram, searcher.sharedGrams, touched);
    used++;
  }
  const threshold = Math.max(1, used - 3 * limit);
  checkBest(searcher, state, touched, threshold, limit);
  for (const key of touched) searcher.sharedGrams[key] = 0;
}

/** Offers the keys that share the most n-grams. Ties are broken by the greatest value. */
function checkBest(
  searcher: Searcher,
  state: SearchState,
  touched: readonly number[],
  minShared: number,
  limit: number,
): void {
  const { sharedGrams } = searcher;
  const { keyNames, nameSegmentTree } = searcher.arrays;
  const leaves = nameSegmentTree.length / 2;
  const bestValue = (key: number) => nameSegmentTree[leaves + (keyNames[key] as number)] as number;
  const threshold = thresholdOf(sharedGrams, touched, minShared);
  const candidates = new Float64Array(4 * MAX_CHECKED);
  let count = 0;
  for (let i = 0; i < touched.length && count < candidates.length; i++) {
    const key = touched[i] as number;
    const shared = sharedGrams[key] as number;
    // Combines shared n-grams, value and key into one number. It sorts by the first two in descending order, then by key.
    // A double represents it exactly.
    if (shared >= threshold)
      candidates[count++] = ((255 - shared) * 2 ** 16 + 65_535 - bestValue(key)) * KEYS + key;
  }
  candidates.subarray(0, count).sort();
  for (let i = 0; i < count && i < MAX_CHECKED; i++) {
    const key = (candidates[i] as number) % KEYS;
    const end = Math.min(keyNames[key + 1] as number, (keyNames[key] as number) + NAMES_PER_KEY);
    for (let name = keyNames[key] as number; name < end; name++) {
      if (!offerName(searcher, state, name, 0, limit)) break;
    }
  }
}

/**
 * Returns the highest number of shared n-grams, at least `min`, that enough keys reach. This keeps the list to sort
 * short.
 */
function thresholdOf(shared: Uint8Array, touched: readonly number[], min: number): number {
  const counts = new Uint32Array(256);
  for (const key of touched) counts[shared[key] as number] = (counts[shared[key] as number] as number) + 1;
  let threshold = 255;
  for (let sum = 0; threshold > min; threshold--) {
    sum += counts[threshold] as number;
    if (sum >= MAX_CHECKED) break;
  }
  return threshold;
}
