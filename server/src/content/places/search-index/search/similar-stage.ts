/** Names that are similar to what was typed: one error by a walk, two in longer texts by shared grams. */
import { GRAM_COUNT, gramsOf, MAX_GRAMS, pointAt, pointBytes } from '../grams.ts';
import { CODE_CLASS } from '../score.ts';
import { leastOnPage } from './prefix-stage.ts';
import { similarQuality } from './quality.ts';
import type { Question, Searcher } from './searcher.ts';
import type { BestFirst } from './structures/best-first.ts';
import { allowedErrors, MAX_POINTS } from './structures/edit-distance.ts';
import { EditWalk } from './structures/edit-walk.ts';
import type { SortedStrings } from './structures/sorted-strings.ts';

/** Bounds of work. */
const MAX_TAKEN = 160;
/** After so many taken, whether those that are left can come onto the page. */
const LOOK_AGAIN = 30;
const NAMES_A_KEY = 6;
const MAX_DECODED = 24_000;
const MAX_CHECKED = 250;

const WITHIN_NAME = 0.85;
/** More than there can be. */
const KEYS = 2 ** 28;

/** One error, at the beginning of names. */
export function walkNames(searcher: Searcher, question: Question): void {
  const { keyNames } = searcher.arrays;
  walk(searcher, question, searcher.keys, searcher.bestNames, key => keyNames[key] as number);
}

/** One error, from a later word of a name on. */
export function walkTails(searcher: Searcher, question: Question): void {
  walk(searcher, question, searcher.tails, searcher.bestTails, tail => tail);
}

function walk(
  searcher: Searcher,
  question: Question,
  strings: SortedStrings,
  best: BestFirst,
  leafOf: (position: number) => number,
): void {
  const { bytes, pointCount } = question.parsed;
  if (allowedErrors(pointCount) === 0) return;
  const quality = similarQuality(1, pointCount, 1);
  const least = leastOnPage(question, quality);
  best.clear(least);
  new EditWalk(searcher, strings, bytes, (range, depth) => {
    best.addRange(leafOf(range.low), leafOf(range.high));
    // A whole name comes first among those that begin with it, whatever its weight.
    if (strings.byteAt(range.low, depth) === 0) offerKey(searcher, question, strings, range.low, least);
  }).run();
  let leastLeft = 0;
  for (let taken = 0; taken < MAX_TAKEN; taken++) {
    if (taken % LOOK_AGAIN === 0) leastLeft = leastOnPage(question, quality);
    if (best.nextValue < leastLeft) break;
    const leaf = best.next();
    if (leaf < 0) break;
    searcher.steps += 8;
    if (best === searcher.bestNames) offerName(searcher, question, leaf, 0, 1);
    else offerKey(searcher, question, strings, leaf, least);
  }
}

function offerKey(
  searcher: Searcher,
  question: Question,
  strings: SortedStrings,
  position: number,
  least: number,
): void {
  const { keyNames, keyStarts, tailKeys, nameTree } = searcher.arrays;
  const leaves = nameTree.length / 2;
  const isTail = strings === searcher.tails;
  const key = isTail ? (tailKeys[position] as number) : position;
  const offset = (strings.starts[position] as number) - (keyStarts[key] as number);
  const end = Math.min(keyNames[key + 1] as number, (keyNames[key] as number) + NAMES_A_KEY);
  for (let name = keyNames[key] as number; name < end; name++) {
    if ((nameTree[leaves + name] as number) >= least) offerName(searcher, question, name, offset, 1);
  }
}

const namePoints = new Int32Array(MAX_POINTS + 2);

/** Counts the errors anew: the walk may come to one name in several ways. */
function offerName(
  searcher: Searcher,
  question: Question,
  name: number,
  offset: number,
  limit: number,
): boolean {
  const { nameKeys, keyBytes, keyStarts, nameClasses } = searcher.arrays;
  const { parsed, hits } = question;
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

/** Up to two errors, by the keys that share most grams with the text, its rarest grams first. */
export function gramStage(searcher: Searcher, question: Question): void {
  const { parsed } = question;
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
    countShared(searcher, gram, touched);
    used++;
  }
  const threshold = Math.max(1, used - 3 * limit);
  checkBest(searcher, question, touched, threshold, limit);
  for (const key of touched) searcher.sharedGrams[key] = 0;
}

function countShared(searcher: Searcher, gram: number, touched: number[]): void {
  const { gramStarts, gramBytes } = searcher.arrays;
  const { sharedGrams } = searcher;
  const end = gramStarts[gram + 1] as number;
  searcher.steps += end - (gramStarts[gram] as number);
  let key = -1;
  for (let at = gramStarts[gram] as number; at < end; ) {
    let difference = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = gramBytes[at++] as number;
      difference |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    key += difference;
    const shared = sharedGrams[key] as number;
    if (shared === 0) touched.push(key);
    if (shared < 255) sharedGrams[key] = shared + 1;
  }
}

/** Those that share most, and among them the greatest values. */
function checkBest(
  searcher: Searcher,
  question: Question,
  touched: readonly number[],
  least: number,
  limit: number,
): void {
  const { sharedGrams } = searcher;
  const { keyNames, nameTree } = searcher.arrays;
  const leaves = nameTree.length / 2;
  const bestValue = (key: number) => nameTree[leaves + (keyNames[key] as number)] as number;
  const threshold = thresholdOf(sharedGrams, touched, least);
  const likely = new Float64Array(4 * MAX_CHECKED);
  let count = 0;
  for (let i = 0; i < touched.length && count < likely.length; i++) {
    const key = touched[i] as number;
    const shared = sharedGrams[key] as number;
    // One number that sorts by shared grams, then by value, both greatest first, then by key: exact in a double.
    if (shared >= threshold)
      likely[count++] = ((255 - shared) * 2 ** 16 + 65_535 - bestValue(key)) * KEYS + key;
  }
  likely.subarray(0, count).sort();
  for (let i = 0; i < count && i < MAX_CHECKED; i++) {
    const key = (likely[i] as number) % KEYS;
    const end = Math.min(keyNames[key + 1] as number, (keyNames[key] as number) + NAMES_A_KEY);
    for (let name = keyNames[key] as number; name < end; name++) {
      if (!offerName(searcher, question, name, 0, limit)) break;
    }
  }
}

/** The most shared grams, from `least` on, that enough keys have: so there are few to sort. */
function thresholdOf(shared: Uint8Array, touched: readonly number[], least: number): number {
  const counts = new Uint32Array(256);
  for (const key of touched) counts[shared[key] as number] = (counts[shared[key] as number] as number) + 1;
  let threshold = 255;
  for (let sum = 0; threshold > least; threshold--) {
    sum += counts[threshold] as number;
    if (sum >= MAX_CHECKED) break;
  }
  return threshold;
}
