/**
 * Which beginnings of four to six bytes sorted strings have, a bit for a hash of each: most texts that no string begins
 * with are known by one look, without a search. A bit that is set may be that of another beginning.
 */

const SHORTEST = 4;
const LONGEST = 6;
/** Bits for each string: about one in fourteen is set. */
const BITS_A_STRING = 8;

export function openingsOf(bytes: Uint8Array, starts: Uint32Array, count: number): Uint8Array {
  const openings = new Uint8Array(2 ** Math.ceil(Math.log2(Math.max(1, (count * BITS_A_STRING) / 8))));
  const mask = openings.length * 8 - 1;
  for (let i = 0; i < count; i++) {
    const start = starts[i] as number;
    let hash = 0;
    for (let length = 1; length <= LONGEST; length++) {
      const byte = bytes[start + length - 1] as number;
      if (byte === 0) break;
      hash = mixed(hash, byte);
      if (length >= SHORTEST) set(openings, spread(hash) & mask);
    }
  }
  return openings;
}

/** False: no string begins with the first `length` bytes of `text`. */
export function mayBegin(openings: Uint8Array, text: Uint8Array, length: number): boolean {
  if (length < SHORTEST) return true;
  let hash = 0;
  for (let i = 0; i < length && i < LONGEST; i++) hash = mixed(hash, text[i] as number);
  const bit = spread(hash) & (openings.length * 8 - 1);
  return (((openings[bit >>> 3] as number) >>> (bit & 7)) & 1) === 1;
}

function mixed(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193) + 0x9e3779b1;
}

function spread(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (half ^ (half >>> 13)) >>> 0;
}

function set(openings: Uint8Array, bit: number): void {
  openings[bit >>> 3] = (openings[bit >>> 3] as number) | (1 << (bit & 7));
}
