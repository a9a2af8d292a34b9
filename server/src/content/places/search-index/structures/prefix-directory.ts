/**
 * A prefix directory over sorted strings: maps the first three symbols of a prefix to its range, without a binary search.
 *
 * Layout: one `Uint32Array` with 39³ + 1 entries, about 240 kB. Entry i is the position of the first string that does not
 * sort before the three symbols with number i, so entries i and i + 1 delimit a range. The 39 symbols are end of string,
 * space, the digits, a to z, and "other" for every byte of another script; their order is the byte order.
 *
 * Cost: a lookup takes constant time and is complete for prefixes of up to three symbols. Building is one pass. Pure.
 */

const SYMBOLS = 39;
const END = 0;
const OTHER = SYMBOLS - 1;

export interface DirectoryRange {
  low: number;
  high: number;
  /** True if all strings in the range begin with the prefix, so that no further search is needed. */
  isExact: boolean;
}

export function buildPrefixDirectory(bytes: Uint8Array, starts: Uint32Array, count: number): Uint32Array {
  const directory = new Uint32Array(SYMBOLS ** 3 + 1);
  let next = 0;
  for (let position = 0; position < count; position++) {
    const number = firstSymbols(bytes, starts[position] as number);
    for (; next <= number; next++) directory[next] = position;
  }
  directory.fill(count, next);
  return directory;
}

/**
 * Returns undefined if the directory cannot narrow the search, because the prefix is empty or begins with another script.
 */
export function lookUpPrefix(
  directory: Uint32Array,
  text: Uint8Array,
  from: number,
  to: number,
): DirectoryRange | undefined {
  const length = to - from;
  const first = symbolOf(text[from] as number);
  if (length === 0 || first === OTHER) return undefined;
  const second = length > 1 ? symbolOf(text[from + 1] as number) : END;
  const third = length > 2 && second !== OTHER ? symbolOf(text[from + 2] as number) : END;
  const number = (first * SYMBOLS + second) * SYMBOLS + third;
  const width = length === 1 ? SYMBOLS ** 2 : length === 2 || second === OTHER ? SYMBOLS : 1;
  return {
    low: directory[number] as number,
    high: directory[number + width] as number,
    isExact: length <= 3 && second !== OTHER && third !== OTHER,
  };
}

/**
 * Returns the number of the first three symbols. Symbols after the end, or after a byte of another script, count as
 * "end".
 */
function firstSymbols(bytes: Uint8Array, start: number): number {
  const first = symbolOf(bytes[start] as number);
  const second = first === END || first === OTHER ? END : symbolOf(bytes[start + 1] as number);
  const third = second === END || second === OTHER ? END : symbolOf(bytes[start + 2] as number);
  return (first * SYMBOLS + second) * SYMBOLS + third;
}

function symbolOf(byte: number): number {
  if (byte >= 0x61) return byte <= 0x7a ? byte - 0x61 + 12 : OTHER;
  if (byte >= 0x30) return byte - 0x30 + 2;
  return byte === 0 ? END : 1;
}
