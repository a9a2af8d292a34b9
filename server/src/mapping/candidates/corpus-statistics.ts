/**
 * Counts how many hotels of one country have a word, phone, host, picture or position, in the catalogue and at the
 * provider. A value that several hotels share is weak evidence. Pure.
 */
import type { NormalForm } from '../normal-form/normal-form.ts';

type Counts<Key = string> = Map<Key, number>;

/** If more hotels than this have the same position, it is probably the centre of a town. */
const HOTELS_AT_A_POINT = 5;
/** A word is rare if at most this many hotels of both sides together have it. */
const RARE = 6;

function count<Key>(counts: Counts<Key>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Combines both coordinates into one number, with five decimals, which is about one metre. */
const pointKey = (lat: number, lng: number): number =>
  Math.round((lat + 90) * 1e5) * 36_000_001 + Math.round((lng + 180) * 1e5);

class SideCounts {
  readonly phones: Counts = new Map();
  readonly hosts: Counts = new Map();
  readonly pictures: Counts = new Map();
  readonly points: Counts<number> = new Map();
}

export type Side = 'ours' | 'theirs';

export class CorpusStatistics {
  readonly #words: Counts = new Map();
  readonly #sides = { ours: new SideCounts(), theirs: new SideCounts() };

  add(side: Side, form: NormalForm): void {
    const counts = this.#sides[side];
    for (const word of new Set(form.names.flatMap(({ words }) => words))) count(this.#words, word);
    for (const phone of form.phones) count(counts.phones, phone);
    if (form.host !== null) count(counts.hosts, form.host);
    for (const picture of form.pictures) count(counts.pictures, picture);
    if (form.location !== null) count(counts.points, pointKey(form.location.lat, form.location.lng));
  }

  wordCount(word: string): number {
    return this.#words.get(word) ?? 0;
  }

  isRareWord(word: string): boolean {
    return this.wordCount(word) <= RARE;
  }

  isSharedPhone(phone: string): boolean {
    return this.#isAbove(1, counts => counts.phones.get(phone));
  }

  isSharedHost(host: string): boolean {
    return this.#isAbove(1, counts => counts.hosts.get(host));
  }

  isSharedPicture(picture: string): boolean {
    return this.#isAbove(1, counts => counts.pictures.get(picture));
  }

  /** Returns true for positions such as a town centre, which suppliers use if they do not know the exact position. */
  isSharedPoint(lat: number, lng: number): boolean {
    const key = pointKey(lat, lng);
    return this.#isAbove(HOTELS_AT_A_POINT, counts => counts.points.get(key));
  }

  #isAbove(limit: number, read: (counts: SideCounts) => number | undefined): boolean {
    return (read(this.#sides.ours) ?? 0) > limit || (read(this.#sides.theirs) ?? 0) > limit;
  }
}
