/**
 * An inverted index from n-grams to the keys that contain them. Keys that share many n-grams with a misspelt query are the
 * candidates for a comparison by edit distance.
 *
 * N-grams are trigrams of Latin letters, digits and spaces, and bigrams if another script is involved, because its
 * characters carry more information. The beginning of a name counts as a space. Trigrams are numbered exactly, and
 * bigrams are hashed to 16 bits.
 *
 * Layout: the posting list of n-gram i is in `gramBytes` from `gramStarts[i]` to `gramStarts[i + 1]`. It holds ascending key
 * numbers as differences, each as a varint of seven bits per byte. Cost: reading a list is linear in its bytes.
 */
import { countsToStarts } from './typed-lists.ts';
import { pointAt, pointBytes } from './utf8.ts';

const SYMBOLS = 37;
const TRIGRAMS = SYMBOLS ** 3;
const BIGRAM_BITS = 16;
export const GRAM_COUNT = TRIGRAMS + 2 ** BIGRAM_BITS;
export const MAX_GRAMS = 256;

const SPACE = 0x20;

/** Writes the n-grams of a name into `out`, in order and up to `MAX_GRAMS`, and returns how many there are. */
export function gramsOf(bytes: Uint8Array, from: number, to: number, out: Int32Array): number {
  let count = 0;
  let before = SPACE;
  let last = SPACE;
  let at = from;
  while (at < to && count < MAX_GRAMS) {
    const point = pointAt(bytes, at);
    at += pointBytes(bytes[at] as number);
    if (point >= 0x80 || last >= 0x80) out[count++] = bigram(last, point);
    else if (before < 0x80 && at - from > 1) out[count++] = trigram(before, last, point);
    before = last;
    last = point;
  }
  return count;
}

function trigram(a: number, b: number, c: number): number {
  return (symbol(a) * SYMBOLS + symbol(b)) * SYMBOLS + symbol(c);
}

function symbol(point: number): number {
  if (point >= 0x61) return point - 0x60;
  return point >= 0x30 ? point - 0x30 + 27 : 0;
}

function bigram(a: number, b: number): number {
  const mixed = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b);
  return TRIGRAMS + (mixed >>> (32 - BIGRAM_BITS));
}

/** Passes over all keys twice, first to measure the posting lists and then to write them. */
export function buildNgramIndex(keyBytes: Uint8Array, keyStarts: Uint32Array) {
  const gramStarts = new Uint32Array(GRAM_COUNT + 1);
  // The last key in each list, plus 1.
  const last = new Uint32Array(GRAM_COUNT);
  forEachPair(keyBytes, keyStarts, (gram, key) => {
    const difference = key + 1 - (last[gram] as number);
    if (difference === 0) return;
    gramStarts[gram + 1] = (gramStarts[gram + 1] as number) + varintBytes(difference);
    last[gram] = key + 1;
  });
  countsToStarts(gramStarts);
  const gramBytes = new Uint8Array(gramStarts[GRAM_COUNT] as number);
  const next = gramStarts.slice(0, GRAM_COUNT);
  last.fill(0);
  forEachPair(keyBytes, keyStarts, (gram, key) => {
    let difference = key + 1 - (last[gram] as number);
    if (difference === 0) return;
    let at = next[gram] as number;
    for (; difference >= 0x80; difference >>>= 7) gramBytes[at++] = (difference & 0x7f) | 0x80;
    gramBytes[at++] = difference;
    next[gram] = at;
    last[gram] = key + 1;
  });
  return { gramStarts, gramBytes };
}

function forEachPair(
  keyBytes: Uint8Array,
  keyStarts: Uint32Array,
  visit: (gram: number, key: number) => void,
): void {
  const grams = new Int32Array(MAX_GRAMS);
  for (let key = 0; key + 1 < keyStarts.length; key++) {
    const count = gramsOf(keyBytes, keyStarts[key] as number, (keyStarts[key + 1] as number) - 1, grams);
    for (let i = 0; i < count; i++) visit(grams[i] as number, key);
  }
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes++;
  return bytes;
}

/**
 * Adds 1 to `shared` for each key in the posting list of an n-gram, up to 255. Appends keys whose count was 0 to
 * `touched`.
 */
export function countPostings(
  { gramStarts, gramBytes }: { gramStarts: Uint32Array; gramBytes: Uint8Array },
  gram: number,
  shared: Uint8Array,
  touched: number[],
): void {
  const end = gramStarts[gram + 1] as number;
  let key = -1;
  for (let at = gramStarts[gram] as number; at < end; ) {
    let difference = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = gramBytes[at++] as number;
      difference |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    key += difference;
    const count = shared[key] as number;
    if (count === 0) touched.push(key);
    if (count < 255) shared[key] = count + 1;
  }
}
