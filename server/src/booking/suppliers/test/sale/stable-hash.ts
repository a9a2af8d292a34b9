/** Pseudo-random choices based on hashes, which never change and are the same on every machine. Pure. */

/** 32-bit hash of a string. `seed` may be another hash, so that hashes can be chained. */
export function hashOf(text: string, seed = 0): number {
  return finishHash(hashStart('', seed), text);
}

/** For many strings with the same start: `finishHash(hashStart('ab', seed), 'c')` is `hashOf('abc', seed)`. */
export function hashStart(start: string, seed: number): number {
  return fnv(0x811c9dc5 ^ seed, start);
}

export function finishHash(start: number, rest: string): number {
  let hash = fnv(start, rest);
  // FNV alone yields similar hashes for strings that differ only at the end.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function fnv(start: number, text: string): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

export function isChosen(hash: number, permille: number): boolean {
  return hash % 1000 < permille;
}

/** Both bounds are inclusive. */
export function between(hash: number, low: number, high: number): number {
  return low + (hash % (high - low + 1));
}

export function chooseFrom<T>(hash: number, list: readonly T[]): T {
  return list[hash % list.length] as T;
}
