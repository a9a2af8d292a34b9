/** The arrays of names: gathered one by one, then sorted by how they read. */
import { normalise } from '../../normalise.ts';
import { leadsOf } from '../leads.ts';
import { milestonesOf } from '../milestones.ts';
import { openingsOf } from '../openings.ts';
import { nameValue } from '../score.ts';
import { gramLists } from './gram-lists.ts';
import { grouped } from './grouped.ts';
import { Growing } from './growing.ts';
import { maximumTree } from './maximum-tree.ts';
import { startsOf } from './place-arrays.ts';
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

  /** `weights` are those of the places by rank. Nothing can be added after it. */
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
      nameTree: maximumTree(partValues),
      placeNameStarts: byPlace.starts,
      placeNames: byPlace.members,
      placeCanonicalNames: canonicalNames(weights.length, byPlace, nameClasses),
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
  #sortedKeys(values: Uint16Array, places: Uint32Array) {
    const [bytes, ends] = [this.#keys.take(), this.#keyEnds.take()];
    const starts = startsOf(ends);
    const order = sortByBytes(bytes, starts, ends);
    // Each key at most once, with the zero byte at its end.
    const keyBytes = new Uint8Array(bytes.length + order.length);
    let length = 0;
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
    const keyOpenings = openingsOf(keys.keyBytes, keys.keyStarts, keys.keyStarts.length - 1);
    const keyLeads = leadsOf(keys.keyBytes, keys.keyStarts, keys.keyStarts.length - 1);
    const keyMilestones = milestonesOf(keys.keyBytes, keys.keyStarts, keys.keyStarts.length - 1);
    return { order, ...keys, keyOpenings, keyLeads, keyMilestones };
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
  return new Uint32Array(placeCount).map((_, place) => {
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
  const order = sortByBytes(keyBytes, from.view(), to.take());
  const [keyOf, fromOf] = [tailKeys.take(), from.take()];
  const sortedKeys = order.map(i => keyOf[i] as number);
  const tailStarts = order.map(i => fromOf[i] as number);
  const best = new Uint16Array(sortedKeys.length);
  for (let tail = 0; tail < best.length; tail++) {
    const key = sortedKeys[tail] as number;
    for (let name = keyNames[key] as number; name < (keyNames[key + 1] as number); name++) {
      best[tail] = Math.max(best[tail] as number, values[name] as number);
    }
  }
  return {
    nameKeys: nameKeys(keyNames),
    tailKeys: sortedKeys,
    tailStarts,
    tailOpenings: openingsOf(keyBytes, tailStarts, tailStarts.length),
    tailLeads: leadsOf(keyBytes, tailStarts, tailStarts.length),
    tailMilestones: milestonesOf(keyBytes, tailStarts, tailStarts.length),
    tailTree: maximumTree(best),
  };
}

function nameKeys(keyNames: Uint32Array): Uint32Array {
  const keys = new Uint32Array(keyNames.at(-1) ?? 0);
  for (let key = 0; key + 1 < keyNames.length; key++) keys.fill(key, keyNames[key], keyNames[key + 1]);
  return keys;
}
