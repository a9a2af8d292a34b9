/** Random ids and secrets. Only the operating system's randomness is used. */
import { randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes from here on would favour the first letters, so they are thrown away. */
const UNBIASED = 248;

export type RandomBytes = (size: number) => Uint8Array;

export function randomBase62(length: number, random: RandomBytes = randomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      if (byte < UNBIASED) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** A number as base62, padded on the left. */
export function toBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text;
  return text;
}

type IdPrefix = 'req' | 'org' | 'aud' | 'sec' | 'node' | 'log' | 'jti';

/** 119 random bits behind a prefix. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${pooledBase62(20)}`;
}

// Ids are made for every request; drawing letters for hundreds of them at once is five times cheaper.
const letters = Buffer.alloc(8_000);
let used = letters.length;

function pooledBase62(length: number): string {
  if (used + length > letters.length) drawLetters();
  used += length;
  return letters.toString('latin1', used - length, used);
}

function drawLetters(): void {
  let drawn = 0;
  while (drawn < letters.length) {
    for (const byte of randomBytes(letters.length - drawn)) {
      if (byte < UNBIASED) letters[drawn++] = BASE62.charCodeAt(byte % 62);
    }
  }
  used = 0;
}
