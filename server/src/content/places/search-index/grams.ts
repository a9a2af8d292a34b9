/**
 * Pieces of a normalised name by which similar names are found: three neighbours among Latin letters, digits and gaps;
 * two neighbours where another script takes part. The beginning of a name counts as a gap.
 */

const SYMBOLS = 37;
const TRIGRAMS = SYMBOLS ** 3;
const BIGRAM_BITS = 16;
export const GRAM_COUNT = TRIGRAMS + 2 ** BIGRAM_BITS;
export const MAX_GRAMS = 256;

const GAP = 0x20;

/** Writes the grams of a name into `out`, in order, at most MAX_GRAMS of them; returns how many. */
export function gramsOf(bytes: Uint8Array, from: number, to: number, out: Int32Array): number {
  let count = 0;
  let before = GAP;
  let last = GAP;
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

/** How many bytes a character of UTF-8 has that begins with this one. */
export function pointBytes(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** The code point at a position of valid UTF-8. */
export function pointAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return lead;
  const second = (bytes[at + 1] as number) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  const third = (bytes[at + 2] as number) & 0x3f;
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (second << 6) | third;
  return ((lead & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] as number) & 0x3f);
}
