/**
 * Blocking: finds the catalogue hotels of one country that a supplier's hotel may be. Only hotels that are nearby or
 * share a phone, host, postcode with house number, picture, id or rare word are compared. Pure.
 */
import type { NormalForm } from '../normal-form/normal-form.ts';
import { DESCRIPTIVE } from '../normal-form/vocabulary.ts';
import type { CorpusStatistics } from './corpus-statistics.ts';
import { distanceMetres } from './distance.ts';

const NEAR_METRES = 500;
/** Coordinates are often wrong by a few kilometres. A rare word still finds the hotel. */
const WORD_METRES = 5_000;
/** A word that occurs in more hotels than this would find too many candidates. */
const WORD_HOTELS = 200;
/** A phone, host or other value that is shared by more hotels than this does not identify a hotel. */
const SHARED_HOTELS = 50;
/** The side of a grid cell in degrees of latitude, a little more than 500 m. */
const CELL_DEGREES = 0.0046;
const RADIANS = Math.PI / 180;

export interface Candidate<Id> {
  id: Id;
  form: NormalForm;
}

/** Rows have equal height. The cells of a row are as wide as they are high, so rows near the poles have fewer cells. */
function cellAt(row: number, lng: number): number {
  const width = CELL_DEGREES / Math.max(0.01, Math.cos((row + 0.5) * CELL_DEGREES * RADIANS));
  return row * 200_000 + Math.floor((lng + 180) / width);
}

export class CandidateIndex<Id> {
  readonly #hotels: Candidate<Id>[] = [];
  readonly #keys = new Map<string, number[]>();
  readonly #cells = new Map<number, number[]>();
  readonly #words = new Map<string, number[]>();
  readonly #corpus: CorpusStatistics;

  /** The statistics must already contain the hotels of both sides. */
  constructor(hotels: Iterable<Candidate<Id>>, corpus: CorpusStatistics) {
    this.#corpus = corpus;
    for (const hotel of hotels) {
      const at = this.#hotels.push(hotel) - 1;
      for (const key of keysOf(hotel.form)) append(this.#keys, key, at);
      const { location, names } = hotel.form;
      if (location !== null) {
        append(
          this.#cells,
          cellAt(Math.floor((location.lat + 90) / CELL_DEGREES) - ROW_SHIFT, location.lng),
          at,
        );
      }
      for (const word of new Set(names.flatMap(({ words }) => words))) {
        if (this.#isIndexed(word)) append(this.#words, word, at);
      }
    }
  }

  /** Returns every candidate once, in the order of the index. */
  find(form: NormalForm): Candidate<Id>[] {
    const found = new Set<number>();
    for (const key of keysOf(form)) {
      const list = this.#keys.get(key);
      if (list !== undefined && list.length <= SHARED_HOTELS) for (const at of list) found.add(at);
    }
    if (form.location !== null) this.#findNear(form.location, found);
    this.#findByWords(form, found);
    return [...found].sort((a, b) => a - b).map(at => this.#hotels[at] as Candidate<Id>);
  }

  #findNear(location: NonNullable<NormalForm['location']>, found: Set<number>): void {
    const row = Math.floor((location.lat + 90) / CELL_DEGREES) - ROW_SHIFT;
    for (let dy = -1; dy <= 1; dy++) {
      const cell = cellAt(row + dy, location.lng);
      for (let dx = -1; dx <= 1; dx++) {
        for (const at of this.#cells.get(cell + dx) ?? []) {
          const other = this.#hotels[at]?.form.location;
          if (other && distanceMetres(location, other) <= NEAR_METRES) found.add(at);
        }
      }
    }
  }

  /** Without coordinates, a hotel in the same city counts as near. */
  #findByWords(form: NormalForm, found: Set<number>): void {
    const city = form.city.join(' ');
    for (const word of new Set(form.names.flatMap(({ words }) => words))) {
      for (const at of this.#words.get(word) ?? []) {
        const other = (this.#hotels[at] as Candidate<Id>).form;
        const isNear =
          form.location !== null && other.location !== null
            ? distanceMetres(form.location, other.location) <= WORD_METRES
            : city !== '' && other.city.join(' ') === city;
        if (isNear) found.add(at);
      }
    }
  }

  #isIndexed(word: string): boolean {
    return word.length > 2 && !DESCRIPTIVE.has(word) && this.#corpus.wordCount(word) <= WORD_HOTELS;
  }
}

/** Rows are counted from the equator. */
const ROW_SHIFT = Math.floor(90 / CELL_DEGREES);

function append<Key>(map: Map<Key, number[]>, key: Key, at: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [at]);
  else list.push(at);
}

function keysOf(form: NormalForm): string[] {
  const keys = form.phones.map(phone => `phone ${phone}`);
  if (form.host !== null) keys.push(`host ${form.host}`);
  if (form.postcode !== null && form.house !== null) keys.push(`address ${form.postcode} ${form.house}`);
  for (const picture of form.pictures) keys.push(`picture ${picture}`);
  for (const [system, id] of Object.entries(form.ids)) keys.push(`id ${system} ${id}`);
  return keys;
}
