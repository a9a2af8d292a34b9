/**
 * A Bloom filter over the prefixes of four to six bytes of sorted strings. It quickly excludes most texts that
 * are not the beginning of any string. It has false positives, but never false negatives.
 *
 * Layout: a blocked Bloom filter. A hash selects one 32-bit word, and three bits within that word, so a test reads memory
 * once. With 8 bits per string or more (a power of two), about a fifth of the bits are set and 2 % of the tests are false
 * positives.
 *
 * Cost: constant time per test. The hash is a tabulation hash: the XOR of one random number per byte and position, so the
 * hash of a text with one byte changed is computed in one step.
 */

const SHORTEST = 4;
const LONGEST = 6;
const BITS_PER_STRING = 8;

/** The random numbers of the tabulation hash, by position and byte. */
const HASHES = Int32Array.from({ length: LONGEST * 256 }, (_, i) => {
  const half = Math.imul(i + 1, 0x9e3779b1);
  const other = Math.imul(half ^ (half >>> 15), 0x85ebca6b);
  return other ^ (other >>> 13);
});

export function buildBloomFilter(bytes: Uint8Array, starts: Uint32Array, count: number): Uint32Array {
  const filter = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(1, (count * BITS_PER_STRING) / 32))));
  for (let i = 0; i < count; i++) {
    const start = starts[i] as number;
    let hash = 0;
    for (let at = 0; at < LONGEST; at++) {
      const byte = bytes[start + at] as number;
      if (byte === 0) break;
      hash ^= byteHash(byte, at);
      if (at + 1 < SHORTEST) continue;
      const block = hash & (filter.length - 1);
      filter[block] = (filter[block] as number) | bitsOf(hash);
    }
  }
  return filter;
}

/** Returns the contribution of one byte at a position. Contributions are combined with `^`. */
export function byteHash(byte: number, at: number): number {
  return at < LONGEST ? (HASHES[(at << 8) | byte] as number) : 0;
}

/** Returns the contribution of the bytes at the positions from `from` (inclusive) to `to` (exclusive). */
export function prefixHash(text: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to && at < LONGEST; at++)
    hash ^= HASHES[(at << 8) | (text[at] as number)] as number;
  return hash;
}

/** Returns false if it is certain that no string begins with a prefix of this hash and length. */
export function mayContainPrefix(filter: Uint32Array, hash: number, length: number): boolean {
  if (length < SHORTEST) return true;
  const bits = bitsOf(hash);
  return ((filter[hash & (filter.length - 1)] as number) & bits) === bits;
}

function bitsOf(hash: number): number {
  const spread = Math.imul(hash, 0x9e3779b1);
  return (1 << (spread >>> 27)) | (1 << ((spread >>> 22) & 31)) | (1 << ((spread >>> 17) & 31));
}
