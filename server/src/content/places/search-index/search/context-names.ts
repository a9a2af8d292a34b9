/**
 * Caches the names of regions and countries, those of each place in one array. For every candidate, a search compares
 * the words of the query with the names of its region and country, which are scattered in the index.
 */
import { Memo } from '../../../../platform/cache/memo.ts';
import type { IndexArrays } from '../index-arrays.ts';
import { CONTEXT_CLASS } from '../score.ts';

/** Names up to this class are known to speakers of other languages, so they always count as context. */
const MAX_CLASS = 2;
/** The cache is cleared when it is full. There are about 5,000 regions and countries. */
const MAX_PLACES = 20_000;

export interface ContextNames {
  /** Name i extends from starts[i] to starts[i + 1]. */
  bytes: Uint8Array;
  starts: Uint32Array;
  isCode: Uint8Array;
}

/** Returns true if names of this class count as context in any language. */
export function isContextClass(nameClass: number): boolean {
  return nameClass <= MAX_CLASS || nameClass === CONTEXT_CLASS;
}

export class ContextNamesCache {
  readonly #byPlace = new Memo<number, ContextNames>(MAX_PLACES);
  readonly #collect: (place: number) => ContextNames;

  constructor(arrays: IndexArrays) {
    this.#collect = place => collectNames(arrays, place);
  }

  of(place: number): ContextNames {
    return this.#byPlace.get(place, this.#collect);
  }
}

function collectNames(arrays: IndexArrays, place: number): ContextNames {
  const { placeNameStarts, placeNames, nameClasses, nameKeys, keyStarts, keyBytes } = arrays;
  const keys = new Set<number>();
  const codeKeys = new Set<number>();
  for (const name of placeNames.subarray(placeNameStarts[place], placeNameStarts[place + 1])) {
    const nameClass = nameClasses[name] as number;
    if (!isContextClass(nameClass)) continue;
    (nameClass === CONTEXT_CLASS ? codeKeys : keys).add(nameKeys[name] as number);
  }
  const all = [...keys, ...codeKeys];
  const texts = all.map(key => keyBytes.subarray(keyStarts[key], (keyStarts[key + 1] as number) - 1));
  const starts = new Uint32Array(all.length + 1);
  for (const [i, text] of texts.entries()) starts[i + 1] = (starts[i] as number) + text.length;
  const bytes = new Uint8Array(starts[all.length] as number);
  for (const [i, text] of texts.entries()) bytes.set(text, starts[i]);
  return { bytes, starts, isCode: Uint8Array.from(all, (_, i) => (i < keys.size ? 0 : 1)) };
}
