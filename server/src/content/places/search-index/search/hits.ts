import { type MatchKind, PLACE_TYPES } from '@serai/contract/content/place-item.ts';
import { MAX_PLACES } from '@serai/contract/content/places-search.ts';
import { type IndexArrays, MICRODEGREES } from '../index-arrays.ts';
import type { PlaceQuery } from '../place-query.ts';
import { CODE_CLASS, CONTEXT_CLASS, classFactor, MAX_NEAR_BOOST, nearBoost, weightFactor } from '../score.ts';
import type { ParsedQuery } from './parsed-query.ts';
import type { Selection } from './selection.ts';

export interface Match {
  place: number;
  name: number;
  kind: MatchKind;
  score: number;
  /** The matched bytes of the key. Both are -1 if the words of the query matched in any order. */
  from: number;
  to: number;
}

/** A code in capitals ranks first: its airport, then the cities that the airport serves. */
const CODE_BOOST = 1;
const OWN_CODE_BOOST = 2;
/** Few users know the code of a small airport. They usually mean the country with this abbreviation. */
const COUNTRY_BOOST = 3;
const KNOWN_CLASS = 2;
const SMALL_AIRPORT = 0.5;
const COUNTRY = PLACE_TYPES.indexOf('COUNTRY');
const SMALL_CODE_FACTOR = 0.5;
const SMALL_OWN_CODE_FACTOR = 0.65;
const AIRPORT = PLACE_TYPES.indexOf('AIRPORT');
const LANGUAGE_BOOST = 1.04;
/** A name in the requested language counts almost as much as the canonical name. */
const REQUESTED_LANGUAGE_FACTOR = 0.97;

/** Reused, because every search needs it several times. */
let page = new Float64Array(MAX_PLACES);

export class Hits {
  readonly #arrays: IndexArrays;
  readonly #selection: Selection;
  readonly #near: PlaceQuery['near'];
  readonly #isRequestedLanguage: Uint8Array | undefined;
  readonly #isCode: boolean;
  readonly #code: number;
  readonly #byPlace = new Map<number, Match>();
  /** The same matches, because a list is faster to read than a map. */
  readonly #matches: Match[] = [];
  #topScore = 0;
  /**
   * The highest product of the language and distance boosts. Scores are divided by it, so that these boosts raise none
   * above 1.
   */
  readonly #maxBoost: number;

  constructor(
    arrays: IndexArrays,
    selection: Selection,
    near: PlaceQuery['near'],
    isRequestedLanguage: Uint8Array | undefined,
    { isCode, code }: Pick<ParsedQuery, 'isCode' | 'code'>,
  ) {
    this.#arrays = arrays;
    this.#selection = selection;
    this.#near = near;
    this.#isRequestedLanguage = isRequestedLanguage;
    this.#isCode = isCode;
    this.#code = code;
    this.#maxBoost = (near ? MAX_NEAR_BOOST : 1) * (isRequestedLanguage ? LANGUAGE_BOOST : 1);
  }

  get size(): number {
    return this.#matches.length;
  }

  get topScore(): number {
    return this.#topScore;
  }

  /** The score that a further match needs to be among the first `limit` matches, or 0 while there are fewer matches. */
  pageThreshold(limit: number): number {
    if (this.size < limit) return 0;
    // The best scores in ascending order. A page is short, so inserting is cheaper than sorting all scores.
    if (page.length < limit) page = new Float64Array(limit);
    page.fill(0, 0, limit);
    for (const { score } of this.#matches) {
      let at = 0;
      for (; at < limit && (page[at] as number) < score; at++) if (at > 0) page[at - 1] = page[at] as number;
      if (at > 0) page[at - 1] = score;
    }
    return page[0] as number;
  }

  /**
   * `isWhole` means that the query is the whole name. Returns false if the name is a context code or its place is not
   * selected.
   */
  offer(
    name: number,
    kind: MatchKind,
    quality: number,
    isWhole: boolean,
    from: number,
    to: number,
    isCanonical = false,
  ): boolean {
    const place = this.#arrays.namePlaces[name] as number;
    const nameClass = this.#arrays.nameClasses[name] as number;
    if (nameClass === CONTEXT_CLASS || !this.#selection.has(place)) return false;
    const score = this.#score(name, place, isCanonical ? 0 : nameClass, quality, isWhole);
    if (score > this.#topScore) this.#topScore = score;
    const known = this.#byPlace.get(place);
    if (known === undefined) {
      const match = { place, name, kind, score, from, to };
      this.#byPlace.set(place, match);
      this.#matches.push(match);
    } else if (score > known.score) {
      known.score = score;
      // A name that was typed in full stays the match, even if words of other names score higher for the same place.
      if (known.kind === 'EXACT' && kind !== 'EXACT') return true;
      known.name = name;
      known.kind = kind;
      known.from = from;
      known.to = to;
    }
    return true;
  }

  /** Returns the best matches in descending order of score, then by rank. */
  best(limit: number): Match[] {
    const threshold = this.pageThreshold(limit);
    const best: Match[] = [];
    let exact: Match | undefined;
    for (const match of this.#matches) {
      if (match.score >= threshold) best.push(match);
      if (this.#isCanonical(match) && (exact === undefined || inOrder(match, exact) < 0)) exact = match;
    }
    best.sort(inOrder);
    if (best.length <= limit && this.size <= limit) return best;
    best.length = limit;
    // A canonical name that was typed in full is always on the page, even if only at the end.
    if (exact && !best.some(match => this.#isCanonical(match))) best[limit - 1] = exact;
    return best;
  }

  #isCanonical({ kind, name }: Match): boolean {
    return kind === 'EXACT' && this.#arrays.nameClasses[name] === 0;
  }

  #score(name: number, place: number, nameClass: number, quality: number, isWhole: boolean): number {
    const { placeWeights, placeLatitudes, placeLongitudes, nameLanguages } = this.#arrays;
    let score = quality * weightFactor(placeWeights[place] as number, isWhole);
    if (nameClass === CODE_CLASS) {
      const isOwn = this.#arrays.placeIataCodes[place] === this.#code;
      if (this.#isCode) {
        score += isOwn ? OWN_CODE_BOOST : CODE_BOOST;
        if (isOwn && (placeWeights[place] as number) >= SMALL_AIRPORT) score += COUNTRY_BOOST;
      } else score *= isOwn || !this.#hasAirport() ? SMALL_OWN_CODE_FACTOR : SMALL_CODE_FACTOR;
    } else if (this.#isRequestedLanguage?.[nameLanguages[name] as number]) {
      score *= Math.max(REQUESTED_LANGUAGE_FACTOR, classFactor(nameClass, isWhole)) * LANGUAGE_BOOST;
    } else score *= classFactor(nameClass, isWhole);
    if (this.#isCode && isWhole && nameClass <= KNOWN_CLASS && this.#isCountryCode(name, place)) {
      score += COUNTRY_BOOST;
    }
    if (this.#near) {
      const latitude = (placeLatitudes[place] as number) / MICRODEGREES;
      const longitude = (placeLongitudes[place] as number) / MICRODEGREES;
      score *= nearBoost(this.#near, { latitude, longitude });
    }
    return score / this.#maxBoost;
  }

  /**
   * Returns whether an airport has this code. A code without an airport, such as `nyc`, is the abbreviation of a city.
   */
  #hasAirport(): boolean {
    return airportCodes(this.#arrays).has(this.#code);
  }

  /** Returns true for a country abbreviation in capitals, such as `USA`, but not for a short name such as `Síp`. */
  #isCountryCode(name: number, place: number): boolean {
    const { placeTypes, nameTextStarts, nameTextBytes } = this.#arrays;
    if (placeTypes[place] !== COUNTRY) return false;
    const text = nameTextBytes.subarray(nameTextStarts[name], nameTextStarts[name + 1]);
    return text.every(byte => byte >= 0x41 && byte <= 0x5a);
  }
}

function inOrder(a: Match, b: Match): number {
  return b.score - a.score || a.place - b.place;
}

const codesOf = new WeakMap<IndexArrays, Set<number>>();

/** The codes are collected at first use. While a user types, almost every query has three letters at some point. */
function airportCodes(arrays: IndexArrays): Set<number> {
  let codes = codesOf.get(arrays);
  if (codes === undefined) {
    const { typeStarts, typePlaces, placeIataCodes } = arrays;
    codes = new Set();
    for (let at = typeStarts[AIRPORT] as number; at < (typeStarts[AIRPORT + 1] as number); at++) {
      codes.add(placeIataCodes[typePlaces[at] as number] as number);
    }
    codesOf.set(arrays, codes);
  }
  return codes;
}
