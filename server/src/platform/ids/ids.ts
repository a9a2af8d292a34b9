/** Creates random ids and secrets with the operating system's random source. */
import { randomBytes, randomFillSync } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE62_CODES = Buffer.from(BASE62);
/** Bytes from this value on would make the first characters more likely, so they are discarded. */
const UNBIASED = 248;

export type RandomBytes = (size: number) => Uint8Array;

export function randomBase62(length: number, random: RandomBytes = randomBytes): string {
  // The memory is not shared with other buffers, because the text may be a secret.
  const text = Buffer.alloc(length);
  let written = 0;
  while (written < length) {
    for (const byte of random(length - written)) {
      if (byte < UNBIASED) text[written++] = BASE62_CODES[byte % 62] as number;
    }
  }
  return text.toString('latin1');
}

/** Formats a number in base 62, padded on the left. */
export function toBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text;
  return text;
}

type IdPrefix =
  | 'req'
  | 'opr'
  | 'prt'
  | 'prc'
  | 'pfl'
  | 'aud'
  | 'sec'
  | 'node'
  | 'log'
  | 'jti'
  | 'srh'
  | 'per'
  | 'mbr'
  | 'ses'
  | 'not'
  | 'mal'
  | 'mrn'
  | 'crn';

/** Returns a prefix and 119 random bits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${pooledBase62(20)}`;
}

// Ids are created for every request. Cutting them from a longer random text is much cheaper. Its bytes do not come from
// `randomBytes`, which simulations replace: how much is left of the text depends on earlier runs.
const POOL_LENGTH = 8_192;
const poolBytes = new Uint8Array(POOL_LENGTH);
let pool = '';
let used = 0;

function pooledBase62(length: number): string {
  if (used + length > pool.length) {
    pool = randomBase62(POOL_LENGTH, size => randomFillSync(poolBytes.subarray(0, size)));
    used = 0;
  }
  used += length;
  return pool.slice(used - length, used);
}
