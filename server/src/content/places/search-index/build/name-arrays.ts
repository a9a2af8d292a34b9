/** Collects names one at a time, then builds the arrays of names, keys and suffixes. */
import { normalise } from '../../../../platform/text/normalise.ts';
import { nameValue } from '../score.ts';
import { multikeyQuicksort } from '../structures/multikey-quicksort.ts';
import { buildNgramIndex } from '../structures/ngram-index.ts';
import { buildSegmentTree } from '../structures/segment-tree.ts';
import { buildLookups } from '../structures/sorted-strings.ts';
import { type GroupedLists, GrowingArray, grouped, startsOf } from '../structures/typed-lists.ts';

const SPACE = 0x20;

export class NameGatherer {
  readonly #places = new GrowingArray(Uint32Array);
  readonly #classes = new GrowingArray(Uint8Array);
  readonly #languages = new GrowingArray(Uint16Array);
  readonly #texts = new GrowingArray(Uint8Array);
  readonly #textEnds = new GrowingArray(Uint32Array);
  readonly #keys = new GrowingArray(Uint8Array);
  readonly #keyEnds = new GrowingArray(Uint32Array);
  readonly #languageNumbers = new Map<string, number>();

  add(place: number, name: string, language: string, nameClass: number): void {
    this.#places.push(place);
    this.#classes.push(nameClass);
    this.#languages.push(this.#languageNumber(language));
    this.#texts.pushText(name);
    this.#textEnds.push(this.#texts.length);
    this.#keys.pushText(normalise(name));
    this.#keyEnds.push(this.#keys.length);
  }

  /** `weights` contains the weights of places by rank. No names can be added afterwards. */
  finish(weights: Float32Array, rankOf: (place: number) => number) {
    const places = this.#places.take();
    for (let i = 0; i < places.length; i++) places[i] = rankOf(places[i] as number);
    const classes = this.#classes.take();
    const valuesOf = (isWhole: boolean) => {
      const values = new Uint16Array(classes.length);
      for (let i = 0; i < values.length; i++) {
        values[i] = nameValue(classes[i] as number, weights[places[i] as number] as number, isWhole);
      }
      return values;
    };
    const { order, ...keys } = this.#sortedKeys(valuesOf(true), places);
    const namePlaces = order.map(name => places[name] as number);
    const nameClasses = new Uint8Array(order.length).map((_, i) => classes[order[i] as number] as number);
    const byPlace = grouped(order.length, weights.length, i => namePlaces[i] as number);
    const values = valuesOf(false);
    const partValues = new Uint16Array(order.length).map((_, i) => values[order[i] as number] as number);
    const languages = this.#languages.take();
    return {
      ...keys,
      namePlaces,
      nameClasses,
      nameLanguages: partValues.map((_, i) => languages[order[i] as number] as number),
      ...this.#textsInOrder(order),
      nameSegmentTree: buildSegmentTree(partValues),
      placeNameStarts: byPlace.starts,
      placeNames: byPlace.members,
      placeCanonicalNames: canonicalNames(weights.length, byPlace, nameClasses),
      ...suffixArrays(keys, partValues),
      ...buildNgramIndex(keys.keyBytes, keys.keyStarts),
      languageBytes: new TextEncoder().encode([...this.#languageNumbers.keys()].join('\n')),
    };
  }

  #languageNumber(language: string): number {
    let number = this.#languageNumbers.get(language);
    if (number === undefined) {
      number = this.#languageNumbers.size;
      this.#languageNumbers.set(language, number);
    }
    return number;
  }

  /** Sorts names by key, and names with the same key by descending value. */
  #sortedKeys(values: Uint16Array, places: Uint32Array) {
    const [bytes, ends] = [this.#keys.take(), this.#keyEnds.take()];
    const starts = startsOf(ends);
    const order = multikeyQuicksort(bytes, starts, ends);
    // Writes each distinct key once, followed by a zero byte.
    const keyBytes = new Uint8Array(bytes.length + order.length);
    let length = 0;
    const keyStarts = new GrowingArray(Uint32Array);
    const keyNames = new GrowingArray(Uint32Array);
    for (let first = 0; first < order.length; ) {
      const name = order[first] as number;
      let end = first + 1;
      while (end < order.length && isSameKey(bytes, starts, ends, name, order[end] as number)) end++;
      if (end > first + 1)
        order.subarray(first, end).sort((a, b) => {
          const difference = (values[b] as number) - (values[a] as number);
          return difference !== 0 ? difference : (places[a] as number) - (places[b] as number) || a - b;
        });
      keyStarts.push(length);
      keyNames.push(first);
      for (let at = starts[name] as number; at < (ends[name] as number); at++)
        keyBytes[length++] = bytes[at] as number;
      length++;
      first = end;
    }
    keyStarts.push(length);
    keyNames.push(order.length);
    const keys = {
      keyBytes: keyBytes.subarray(0, length),
      keyStarts: keyStarts.take(),
      keyNames: keyNames.take(),
    };
    const lookups = buildLookups(keys.keyBytes, keys.keyStarts, keys.keyStarts.length - 1);
    return {
      order,
      ...keys,
      keyBloomFilter: lookups.bloomFilter,
      keyDirectory: lookups.directory,
      keySparseIndex: lookups.sparseIndex,
    };
  }

  #textsInOrder(order: Uint32Array) {
    const [texts, ends] = [this.#texts.take(), this.#textEnds.take()];
    const nameTextStarts = new Uint32Array(order.length + 1);
    const nameTextBytes = new Uint8Array(texts.length);
    let at = 0;
    for (let i = 0; i < order.length; i++) {
      const name = order[i] as number;
      const end = ends[name] as number;
      for (let from = name === 0 ? 0 : (ends[name - 1] as number); from < end; from++)
        nameTextBytes[at++] = texts[from] as number;
      nameTextStarts[i + 1] = at;
    }
    return { nameTextStarts, nameTextBytes };
  }
}

function isSameKey(bytes: Uint8Array, starts: Uint32Array, ends: Uint32Array, a: number, b: number): boolean {
  const [from, other] = [starts[a] as number, starts[b] as number];
  const length = (ends[a] as number) - from;
  if (length !== (ends[b] as number) - other) return false;
  for (let i = 0; i < length; i++) if (bytes[from + i] !== bytes[other + i]) return false;
  return true;
}

function canonicalNames(
  placeCount: number,
  { starts, members }: GroupedLists,
  classes: Uint8Array,
): Uint32Array {
  return new Uint32Array(placeCount).map((_, place) => {
    for (let at = starts[place] as number; at < (starts[place + 1] as number); at++) {
      if (classes[members[at] as number] === 0) return members[at] as number;
    }
    throw new Error(`Place ${place} has no canonical name.`);
  });
}

/** The word suffix array: every key starting from each word after its first, sorted. */
function suffixArrays(
  keys: { keyBytes: Uint8Array; keyStarts: Uint32Array; keyNames: Uint32Array },
  values: Uint16Array,
) {
  const { keyBytes, keyStarts, keyNames } = keys;
  const [suffixKeys, from, to] = [
    new GrowingArray(Uint32Array),
    new GrowingArray(Uint32Array),
    new GrowingArray(Uint32Array),
  ];
  for (let key = 0; key + 1 < keyStarts.length; key++) {
    const [start, end] = [keyStarts[key] as number, (keyStarts[key + 1] as number) - 1];
    for (let at = start + 1; at < end; at++) {
      if (keyBytes[at] !== SPACE) continue;
      suffixKeys.push(key);
      from.push(at + 1);
      to.push(end);
    }
  }
  const order = multikeyQuicksort(keyBytes, from.view(), to.take());
  const [keyOf, fromOf] = [suffixKeys.take(), from.take()];
  const sortedKeys = order.map(i => keyOf[i] as number);
  const suffixStarts = order.map(i => fromOf[i] as number);
  const best = new Uint16Array(sortedKeys.length);
  for (let suffix = 0; suffix < best.length; suffix++) {
    const key = sortedKeys[suffix] as number;
    for (let name = keyNames[key] as number; name < (keyNames[key + 1] as number); name++) {
      best[suffix] = Math.max(best[suffix] as number, values[name] as number);
    }
  }
  const lookups = buildLookups(keyBytes, suffixStarts, suffixStarts.length);
  return {
    nameKeys: nameKeys(keyNames),
    suffixKeys: sortedKeys,
    suffixStarts,
    suffixBloomFilter: lookups.bloomFilter,
    suffixDirectory: lookups.directory,
    suffixSparseIndex: lookups.sparseIndex,
    suffixSegmentTree: buildSegmentTree(best),
  };
}

function nameKeys(keyNames: Uint32Array): Uint32Array {
  const keys = new Uint32Array(keyNames.at(-1) ?? 0);
  for (let key = 0; key + 1 < keyNames.length; key++) keys.fill(key, keyNames[key], keyNames[key + 1]);
  return keys;
}
