/** The best match of each place found so far. */
import { type MatchKind, PLACE_TYPES } from '@serai/contract/content/place-item.ts';
import type { PlaceQuery } from '../place-index.ts';
import { CODE_CLASS, CONTEXT_CLASS, classFactor, weightFactor } from '../score.ts';
import { type IndexArrays, MICRODEGREES } from '../snapshot/index-arrays.ts';
import { MOST_NEAR_LIFT, nearLift } from './nearness.ts';
import type { ParsedQuery } from './parsed-query.ts';
import type { Selection } from './selection.ts';

export interface Match {
  place: number;
  name: number;
  kind: MatchKind;
  score: number;
  /** Bytes of the key that met the query; -1: the words of the query, wherever they stand. */
  from: number;
  to: number;
}

/** A code in capitals stands before everything else: first the airport it belongs to, then the cities that it serves. */
const CODE_LIFT = 1;
const OWN_CODE_LIFT = 2;
/** Few people know the code of a small airport; a country of this short name is what they mean. */
const COUNTRY_LIFT = 3;
const KNOWN_CLASS = 2;
const SMALL_AIRPORT = 0.5;
const COUNTRY = PLACE_TYPES.indexOf('COUNTRY');
const SMALL_CODE_FACTOR = 0.5;
const SMALL_OWN_CODE_FACTOR = 0.65;
const AIRPORT = PLACE_TYPES.indexOf('AIRPORT');
const LANGUAGE_LIFT = 1.04;
/** A name in the asked language counts almost like the canonical one. */
const ASKED_LANGUAGE_FACTOR = 0.97;

export class Hits {
  readonly #arrays: IndexArrays;
  readonly #selection: Selection;
  readonly #near: PlaceQuery['near'];
  readonly #isAskedLanguage: Uint8Array | undefined;
  readonly #isCode: boolean;
  readonly #code: number;
  readonly #byPlace = new Map<number, Match>();
  #topScore = 0;
  /** What the greatest score is divided by, so that none is above 1. */
  readonly #most: number;

  constructor(
    arrays: IndexArrays,
    selection: Selection,
    near: PlaceQuery['near'],
    isAskedLanguage: Uint8Array | undefined,
    { isCode, code }: Pick<ParsedQuery, 'isCode' | 'code'>,
  ) {
    this.#arrays = arrays;
    this.#selection = selection;
    this.#near = near;
    this.#isAskedLanguage = isAskedLanguage;
    this.#isCode = isCode;
    this.#code = code;
    this.#most = (near ? MOST_NEAR_LIFT : 1) * (isAskedLanguage ? LANGUAGE_LIFT : 1);
  }

  get size(): number {
    return this.#byPlace.size;
  }

  /** Of the best one; 0 without any. */
  get topScore(): number {
    return this.#topScore;
  }

  /** What a further match must reach to be on a page of so many; 0 while there is room. */
  leastOf(limit: number): number {
    if (this.#byPlace.size < limit) return 0;
    // The best ones, least first: a page is short, so that putting each in its place is cheaper than sorting all.
    const page = new Float64Array(limit);
    for (const { score } of this.#byPlace.values()) {
      let at = 0;
      for (; at < limit && (page[at] as number) < score; at++) if (at > 0) page[at - 1] = page[at] as number;
      if (at > 0) page[at - 1] = score;
    }
    return page[0] as number;
  }

  /** `isWhole`: the query stands for the whole name. Returns whether the place may be found. */
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
    if (known === undefined) this.#byPlace.set(place, { place, name, kind, score, from, to });
    else if (score > known.score) {
      known.name = name;
      known.kind = kind;
      known.score = score;
      known.from = from;
      known.to = to;
    }
    return true;
  }

  /** Best first; equal ones by weight, then by id, which is the order of ranks. */
  best(limit: number): Match[] {
    const least = this.leastOf(limit);
    const page: Match[] = [];
    let exact: Match | undefined;
    for (const match of this.#byPlace.values()) {
      if (match.score >= least) page.push(match);
      if (this.#isCanonical(match) && (exact === undefined || inOrder(match, exact) < 0)) exact = match;
    }
    page.sort(inOrder);
    if (page.length <= limit && this.#byPlace.size <= limit) return page;
    page.length = limit;
    // What was typed to its end stands on the page, if only as the last: small places have short names too.
    if (exact && !page.some(match => this.#isCanonical(match))) page[limit - 1] = exact;
    return page;
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
        score += isOwn ? OWN_CODE_LIFT : CODE_LIFT;
        if (isOwn && (placeWeights[place] as number) >= SMALL_AIRPORT) score += COUNTRY_LIFT;
      } else score *= isOwn || !this.#hasAirport() ? SMALL_OWN_CODE_FACTOR : SMALL_CODE_FACTOR;
    } else if (this.#isAskedLanguage?.[nameLanguages[name] as number]) {
      score *= Math.max(ASKED_LANGUAGE_FACTOR, classFactor(nameClass, isWhole)) * LANGUAGE_LIFT;
    } else score *= classFactor(nameClass, isWhole);
    if (this.#isCode && isWhole && nameClass <= KNOWN_CLASS && this.#isCountryCode(name, place)) {
      score += COUNTRY_LIFT;
    }
    if (this.#near) {
      const latitude = (placeLatitudes[place] as number) / MICRODEGREES;
      score *= nearLift(this.#near, latitude, (placeLongitudes[place] as number) / MICRODEGREES);
    }
    return score / this.#most;
  }

  /** Where no airport has the code, as with `nyc`, it is the short name of a city. */
  #hasAirport(): boolean {
    return airportCodes(this.#arrays).has(this.#code);
  }

  /** A short name of a country that is written in capitals: USA, but not Síp. */
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

/** Gathered at the first need: three letters are typed at almost every search. */
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
