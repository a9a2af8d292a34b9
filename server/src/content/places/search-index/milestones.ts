/**
 * The first eight bytes of every so many strings in byte order, in an array dense enough to stay close to the processor: a
 * search goes by these first, and then looks at a few neighbours only. Pure.
 */

const EVERY = 32;
const BYTES = 8;

/** Two numbers for each milestone: its first four bytes, and the next four. What follows the end counts as zero. */
export function milestonesOf(bytes: Uint8Array, starts: Uint32Array, count: number): Uint32Array {
  const milestones = new Uint32Array(2 * Math.ceil(count / EVERY));
  for (let position = 0; position < count; position += EVERY) {
    const start = starts[position] as number;
    let length = 0;
    while (length < BYTES && bytes[start + length] !== 0) length++;
    const at = (2 * position) / EVERY;
    milestones[at] = fourBytes(bytes, start, length, 0);
    milestones[at + 1] = fourBytes(bytes, start + 4, length - 4, 0);
  }
  return milestones;
}

/** Of at most so many bytes, the rest filled up. */
function fourBytes(bytes: Uint8Array, from: number, length: number, filling: number): number {
  let number = 0;
  for (let i = 0; i < 4; i++) number = (number << 8) | (i < length ? (bytes[from + i] as number) : filling);
  return number >>> 0;
}

/** Positions from `low` to `high` in which the first string that does not come before a text is. */
export interface Stretch {
  low: number;
  high: number;
}

/**
 * Makes a stretch shorter. `above` 0: for the first string that does not come before the text; 1: for the first that comes
 * after all that begin with it.
 */
export function shorten(
  milestones: Uint32Array,
  stretch: Stretch,
  text: Uint8Array,
  from: number,
  to: number,
  above: number,
): void {
  const filling = above * 0xff;
  const first = fourBytes(text, from, to - from, filling);
  const second = fourBytes(text, from + 4, to - from - 4, filling);
  const low = Math.ceil(stretch.low / EVERY);
  const high = Math.ceil(stretch.high / EVERY);
  const notBelow = firstFrom(milestones, low, high, first, second, 0);
  if (notBelow > 0) stretch.low = Math.max(stretch.low, (notBelow - 1) * EVERY + 1);
  // One that reads like the text in its first bytes may come before it or after it.
  const after = firstFrom(milestones, notBelow, high, first, second, 1);
  if (after < high) stretch.high = Math.min(stretch.high, after * EVERY);
}

/** The first milestone that is not below the bytes (`above` 0), or that is above them (1). */
function firstFrom(
  milestones: Uint32Array,
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
    const order =
      (milestones[2 * middle] as number) - first || (milestones[2 * middle + 1] as number) - second;
    if (order < above) low = middle + 1;
    else high = middle;
  }
  return low;
}
