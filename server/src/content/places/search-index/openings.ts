/**
 * Which beginnings of four to six bytes sorted strings have, three bits of one number for a hash of each: most texts that no
 * string begins with are known by one look, without a search. Bits that are set may be those of other beginnings.
 */

const SHORTEST = 4;
const LONGEST = 6;
/** Bits for each string: about a fifth of them is set, and one text in fifty is taken for a beginning. */
const BITS_A_STRING = 8;

/** A hash is made of one number for each byte in its position, so that a change of one byte is a change of one number. */
const PARTS = Int32Array.from({ length: LONGEST * 256 }, (_, i) => {
  const half = Math.imul(i + 1, 0x9e3779b1);
  const other = Math.imul(half ^ (half >>> 15), 0x85ebca6b);
  return other ^ (other >>> 13);
});

export function openingsOf(bytes: Uint8Array, starts: Uint32Array, count: number): Uint32Array {
  const openings = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(1, (count * BITS_A_STRING) / 32))));
  for (let i = 0; i < count; i++) {
    const start = starts[i] as number;
    let hash = 0;
    for (let at = 0; at < LONGEST; at++) {
      const byte = bytes[start + at] as number;
      if (byte === 0) break;
      hash ^= openingPart(byte, at);
      if (at + 1 < SHORTEST) continue;
      const place = hash & (openings.length - 1);
      openings[place] = (openings[place] as number) | bitsOf(hash);
    }
  }
  return openings;
}

/** What a byte in a position adds to the hash of a text, by `^`. */
export function openingPart(byte: number, at: number): number {
  return at < LONGEST ? (PARTS[(at << 8) | byte] as number) : 0;
}

/** What the bytes in these positions add. */
export function openingHash(text: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to && at < LONGEST; at++)
    hash ^= PARTS[(at << 8) | (text[at] as number)] as number;
  return hash;
}

/** False: no string begins with the text of this hash and length. */
export function mayBegin(openings: Uint32Array, hash: number, length: number): boolean {
  if (length < SHORTEST) return true;
  const bits = bitsOf(hash);
  return ((openings[hash & (openings.length - 1)] as number) & bits) === bits;
}

function bitsOf(hash: number): number {
  const spread = Math.imul(hash, 0x9e3779b1);
  return (1 << (spread >>> 27)) | (1 << ((spread >>> 22) & 31)) | (1 << ((spread >>> 17) & 31));
}
