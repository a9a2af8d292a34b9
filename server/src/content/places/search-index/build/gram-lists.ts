/** For each gram the keys that contain it: ascending, as differences, seven bits a byte, the last with its top bit unset. */
import { GRAM_COUNT, gramsOf, MAX_GRAMS } from '../grams.ts';
import { countsToStarts } from './growing.ts';

export function gramLists(keyBytes: Uint8Array, keyStarts: Uint32Array) {
  const gramStarts = new Uint32Array(GRAM_COUNT + 1);
  // The last key of each gram, plus 1.
  const last = new Uint32Array(GRAM_COUNT);
  forEachPair(keyBytes, keyStarts, (gram, key) => {
    const difference = key + 1 - (last[gram] as number);
    if (difference === 0) return;
    gramStarts[gram + 1] = (gramStarts[gram + 1] as number) + varintBytes(difference);
    last[gram] = key + 1;
  });
  countsToStarts(gramStarts);
  const gramBytes = new Uint8Array(gramStarts[GRAM_COUNT] as number);
  const next = gramStarts.slice(0, GRAM_COUNT);
  last.fill(0);
  forEachPair(keyBytes, keyStarts, (gram, key) => {
    let difference = key + 1 - (last[gram] as number);
    if (difference === 0) return;
    let at = next[gram] as number;
    for (; difference >= 0x80; difference >>>= 7) gramBytes[at++] = (difference & 0x7f) | 0x80;
    gramBytes[at++] = difference;
    next[gram] = at;
    last[gram] = key + 1;
  });
  return { gramStarts, gramBytes };
}

function forEachPair(
  keyBytes: Uint8Array,
  keyStarts: Uint32Array,
  visit: (gram: number, key: number) => void,
): void {
  const grams = new Int32Array(MAX_GRAMS);
  for (let key = 0; key + 1 < keyStarts.length; key++) {
    const count = gramsOf(keyBytes, keyStarts[key] as number, (keyStarts[key + 1] as number) - 1, grams);
    for (let i = 0; i < count; i++) visit(grams[i] as number, key);
  }
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes++;
  return bytes;
}
