/**
 * A sparse index over sorted strings: the first eight bytes of every 32nd string. A binary search starts here, in an array
 * that is small enough to stay in the CPU cache, and then compares only a few neighbouring strings.
 *
 * Layout: one `Uint32Array` with two entries per sample, bytes 0 to 3 and bytes 4 to 7 in big-endian order, so that comparing
 * numbers compares bytes. Bytes after the end of a string are zero. It takes a quarter of a byte per string.
 *
 * Cost: O(log(n / 32)) comparisons of numbers. Pure.
 */

const EVERY = 32;
const BYTES = 8;

/** The positions `low` to `high`, between which the search must continue. */
export interface Bounds {
  low: number;
  high: number;
}

export function buildSparseIndex(bytes: Uint8Array, starts: Uint32Array, count: number): Uint32Array {
  const samples = new Uint32Array(2 * Math.ceil(count / EVERY));
  for (let position = 0; position < count; position += EVERY) {
    const start = starts[position] as number;
    let length = 0;
    while (length < BYTES && bytes[start + length] !== 0) length++;
    const at = (2 * position) / EVERY;
    samples[at] = fourBytes(bytes, start, length, 0);
    samples[at + 1] = fourBytes(bytes, start + 4, length - 4, 0);
  }
  return samples;
}

/**
 * Narrows `bounds` in place. With `above` 0, the search is for the first string that does not sort before the text. With
 * 1, it is for the first string after all strings that begin with the text.
 */
export function narrowBounds(
  samples: Uint32Array,
  bounds: Bounds,
  text: Uint8Array,
  from: number,
  to: number,
  above: number,
): void {
  const filling = above * 0xff;
  const first = fourBytes(text, from, to - from, filling);
  const second = fourBytes(text, from + 4, to - from - 4, filling);
  const low = Math.ceil(bounds.low / EVERY);
  const high = Math.ceil(bounds.high / EVERY);
  const notBelow = firstSample(samples, low, high, first, second, 0);
  if (notBelow > 0) bounds.low = Math.max(bounds.low, (notBelow - 1) * EVERY + 1);
  // A sample whose first eight bytes equal the text may sort before or after it.
  const after = firstSample(samples, notBelow, high, first, second, 1);
  if (after < high) bounds.high = Math.min(bounds.high, after * EVERY);
}

/** Reads four bytes as a big-endian number. Bytes beyond `length` are replaced with `filling`. */
function fourBytes(bytes: Uint8Array, from: number, length: number, filling: number): number {
  let number = 0;
  for (let i = 0; i < 4; i++) number = (number << 8) | (i < length ? (bytes[from + i] as number) : filling);
  return number >>> 0;
}

/** Finds the first sample that is not less than the given bytes (`above` 0), or greater than them (`above` 1). */
function firstSample(
  samples: Uint32Array,
  from: number,
  to: number,
  first: number,
  second: number,
  above: number,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = (samples[2 * middle] as number) - first || (samples[2 * middle + 1] as number) - second;
    if (order < above) low = middle + 1;
    else high = middle;
  }
  return low;
}
