/** The arrays of names: gathered one by one, then sorted by how they read. */
import { normalise } from '../../normalise.ts';
import { leadsOf } from '../leads.ts';
import { openingsOf } from '../openings.ts';
import { nameValue } from '../score.ts';
import { gramLists } from './gram-lists.ts';
import { grouped } from './grouped.ts';
import { Growing } from './growing.ts';
import { maximumTree } from './maximum-tree.ts';
import { sortByBytes } from './sort-by-bytes.ts';

const GAP = 0x20;

export class NameGatherer {
  readonly #places = new Growing(Uint32Array);
  readonly #classes = new Growing(Uint8Array);
  readonly #languages = new Growing(Uint16Array);
  readonly #texts = new Growing(Uint8Array);
  readonly #textEnds = new Growing(Uint32Array);
  readonly #keys = new Growing(Uint8Array);
  readonly #keyEnds = new Growing(Uint32Array);
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

  /** `weights` are those of the places by rank. */
  finish(weights: Float32Array) {
    const places = this.#places.view();
    const classes = this.#classes.view();
    const valuesOf = (isWhole: boolean) =>
      classes.reduce((values, nameClass, i) => {
        values[i] = nameValue(nameClass, weights[places[i] as number] as number, isWhole);
        return values;
      }, new Uint16Array(classes.length));
    const { order, ...keys } = this.#sortedKeys(valuesOf(true));
    const names = this.#inOrder(order);
    const byPlace = grouped(order.length, weights.length, i => names.namePlaces[i] as number);
    const values = valuesOf(false);
    const partValues = Uint16Array.from(order, i => values[i] as number);
    return {
      ...keys,
      ...names,
      nameTree: maximumTree(partValues),
      placeNameStarts: byPlace.starts,
      placeNames: byPlace.members,
      placeCanonicalNames: canonicalNames(weights.length, byPlace, names.nameClasses),
      ...tails(keys, partValues),
      ...gramLists(keys.keyBytes, keys.keyStarts),
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

  /** Names by key, and within a key best first. */
  #sortedKeys(values: Uint16Array) {
    const [bytes, ends, places] = [this.#keys.view(), this.#keyEnds.view(), this.#places.view()];
    const starts = new Uint32Array(ends.length);
    if (ends.length > 0) starts.set(ends.subarray(0, -1), 1);
    const order = sortByBytes(bytes, starts, ends);
    const keyBytes = new Growing(Uint8Array);
    const keyStarts = new Growing(Uint32Array);
    const keyNames = new Growing(Uint32Array);
    for (let first = 0; first < order.length; ) {
      const name = order[first] as number;
      let end = first + 1;
      while (end < order.length && isSame(bytes, starts, ends, name, order[end] as number)) end++;
      if (end > first + 1)
        order.subarray(first, end).sort((a, b) => {
          const difference = (values[b] as number) - (values[a] as number);
          return difference !== 0 ? difference : (places[a] as number) - (places[b] as number) || a - b;
        });
      keyStarts.push(keyBytes.length);
      keyNames.push(first);
      for (let at = starts[name] as number; at < (ends[name] as number); at++)
        keyBytes.push(bytes[at] as number);
      keyBytes.push(0);
      first = end;
    }
    keyStarts.push(keyBytes.length);
    keyNames.push(order.length);
    const keys = { keyBytes: keyBytes.view(), keyStarts: keyStarts.view(), keyNames: keyNames.view() };
    const keyOpenings = openingsOf(keys.keyBytes, keys.keyStarts, keys.keyStarts.length - 1);
    const keyLeads = leadsOf(keys.keyBytes, keys.keyStarts, keys.keyStarts.length - 1);
    return { order, ...keys, keyOpenings, keyLeads };
  }

  #inOrder(order: Uint32Array) {
    const [places, classes, languages] = [this.#places.view(), this.#classes.view(), this.#languages.view()];
    const [texts, textEnds] = [this.#texts.view(), this.#textEnds.view()];
    const nameTextStarts = new Uint32Array(order.length + 1);
    const nameTextBytes = new Uint8Array(texts.length);
    for (let i = 0; i < order.length; i++) {
      const name = order[i] as number;
      const from = name === 0 ? 0 : (textEnds[name - 1] as number);
      const text = texts.subarray(from, textEnds[name]);
      nameTextBytes.set(text, nameTextStarts[i]);
      nameTextStarts[i + 1] = (nameTextStarts[i] as number) + text.length;
    }
    return {
      namePlaces: Uint32Array.from(order, i => places[i] as number),
      nameClasses: Uint8Array.from(order, i => classes[i] as number),
      nameLanguages: Uint16Array.from(order, i => languages[i] as number),
      nameTextStarts,
      nameTextBytes,
    };
  }
}

function isSame(bytes: Uint8Array, starts: Uint32Array, ends: Uint32Array, a: number, b: number): boolean {
  const [from, other] = [starts[a] as number, starts[b] as number];
  const length = (ends[a] as number) - from;
  if (length !== (ends[b] as number) - other) return false;
  for (let i = 0; i < length; i++) if (bytes[from + i] !== bytes[other + i]) return false;
  return true;
}

function canonicalNames(
  placeCount: number,
  byPlace: { starts: Uint32Array; members: Uint32Array },
  classes: Uint8Array,
): Uint32Array {
  const { starts, members } = byPlace;
  return Uint32Array.from({ length: placeCount }, (_, place) => {
    for (let at = starts[place] as number; at < (starts[place + 1] as number); at++) {
      if (classes[members[at] as number] === 0) return members[at] as number;
    }
    throw new Error(`place ${place} has no canonical name`);
  });
}

function tails(
  keys: { keyBytes: Uint8Array; keyStarts: Uint32Array; keyNames: Uint32Array },
  values: Uint16Array,
) {
  const { keyBytes, keyStarts, keyNames } = keys;
  const [tailKeys, from, to] = [new Growing(Uint32Array), new Growing(Uint32Array), new Growing(Uint32Array)];
  for (let key = 0; key + 1 < keyStarts.length; key++) {
    const [start, end] = [keyStarts[key] as number, (keyStarts[key + 1] as number) - 1];
    for (let at = start + 1; at < end; at++) {
      if (keyBytes[at] !== GAP) continue;
      tailKeys.push(key);
      from.push(at + 1);
      to.push(end);
    }
  }
  const order = sortByBytes(keyBytes, from.view(), to.view());
  const [keyOf, fromOf] = [tailKeys.view(), from.view()];
  const sortedKeys = Uint32Array.from(order, i => keyOf[i] as number);
  const tailStarts = Uint32Array.from(order, i => fromOf[i] as number);
  return {
    nameKeys: nameKeys(keyNames),
    tailKeys: sortedKeys,
    tailStarts,
    tailOpenings: openingsOf(keyBytes, tailStarts, tailStarts.length),
    tailLeads: leadsOf(keyBytes, tailStarts, tailStarts.length),
    tailTree: maximumTree(
      Uint16Array.from(sortedKeys, key => {
        let best = 0;
        for (let name = keyNames[key] as number; name < (keyNames[key + 1] as number); name++) {
          best = Math.max(best, values[name] as number);
        }
        return best;
      }),
    ),
  };
}

function nameKeys(keyNames: Uint32Array): Uint32Array {
  const keys = new Uint32Array(keyNames.at(-1) ?? 0);
  for (let key = 0; key + 1 < keyNames.length; key++) keys.fill(key, keyNames[key], keyNames[key + 1]);
  return keys;
}
