/**
 * The place index: an in-memory search index over place names, which reads the bytes of a snapshot without copying them.
 * Places are numbered by rank: ordinal 0 has the greatest weight. Ordinals differ from those given to the builder and are
 * only valid within one index.
 */
import { PLACE_TYPES, type PlaceType } from '@serai/contract/content/place-item.ts';
import type { Point } from '../sphere.ts';
import { type IndexArrays, MICRODEGREES, unpackCode } from './index-arrays.ts';
import type { BoundingBox } from './indexed-place.ts';
import { PlaceNames, type ShownName } from './place-names.ts';
import type { PlaceHit, PlaceQuery } from './place-query.ts';
import { matchRanges, plainRanges } from './search/match-ranges.ts';
import { searchPlaces } from './search/search-places.ts';
import { Searcher } from './search/searcher.ts';
import { readSnapshot } from './snapshot.ts';

export interface NearbyAirport {
  airport: number;
  distanceMetres: number;
}

/**
 * Throws `SnapshotError` if the bytes are truncated, in another format, or not a snapshot, and, unless `isChecked` is
 * set, if they are damaged.
 */
export function openPlaceIndex(buffer: ArrayBufferLike, options?: { isChecked: boolean }): PlaceIndex {
  const { arrays, dataVersion } = readSnapshot(buffer, options);
  return new PlaceIndex(arrays, dataVersion);
}

export class PlaceIndex {
  readonly dataVersion: number;
  readonly placeCount: number;
  readonly nameCount: number;
  readonly #arrays: IndexArrays;
  readonly #names: PlaceNames;
  readonly #searcher: Searcher;
  readonly #idBytes: Buffer;

  constructor(arrays: IndexArrays, dataVersion: number) {
    this.#arrays = arrays;
    this.dataVersion = dataVersion;
    this.placeCount = arrays.placeWeights.length;
    this.nameCount = arrays.namePlaces.length;
    this.#names = new PlaceNames(arrays);
    this.#searcher = new Searcher(arrays);
    const { buffer, byteOffset, length } = arrays.placeIdBytes;
    this.#idBytes = Buffer.from(buffer, byteOffset, length);
  }

  /** The memory of the index, if other threads can use it. */
  get sharedBuffer(): SharedArrayBuffer | undefined {
    const { buffer } = this.#arrays.placeIdBytes;
    return buffer instanceof SharedArrayBuffer ? buffer : undefined;
  }

  /** The number of steps of the last search, which is proportional to its duration. */
  get lastSteps(): number {
    return this.#searcher.steps;
  }

  /** Returns hits in descending order of score. The same query always returns the same result. */
  search(query: PlaceQuery): PlaceHit[] {
    const { language } = query;
    const requested = language === undefined ? undefined : this.#names.requestedLanguages(language);
    const found = searchPlaces(this.#searcher, query, requested);
    const { nameKeys } = this.#arrays;
    return found.map(({ match, parsed }) => {
      const { name, place, kind, score } = match;
      const shown = this.#names.shownName(place, language);
      const keyLength = this.#searcher.keyLength(nameKeys[name] as number);
      const isPlain = match.from >= 0 && this.#names.isPlain(name, keyLength);
      return {
        place,
        kind,
        alias: shown === name || this.#names.haveSameText(name, shown) ? -1 : name,
        ranges: isPlain ? plainRanges(match) : matchRanges(this.nameText(name), match, parsed),
        score: Math.min(1, score),
      };
    });
  }

  /** Returns -1 if there is no such place. */
  ordinalOf(placeId: string): number {
    const { placesById } = this.#arrays;
    const wanted = Buffer.from(placeId);
    let low = 0;
    let high = placesById.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = Buffer.compare(this.#idOf(placesById[middle] as number), wanted);
      if (order === 0) return placesById[middle] as number;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return -1;
  }

  placeId(place: number): string {
    const { placeIdStarts } = this.#arrays;
    return this.#idBytes.toString('utf8', placeIdStarts[place], placeIdStarts[place + 1]);
  }

  type(place: number): PlaceType {
    return PLACE_TYPES[this.#arrays.placeTypes[place] as number] as PlaceType;
  }

  countryCode(place: number): string {
    return unpackCode(this.#arrays.placeCountryCodes[place] as number);
  }

  iataCode(place: number): string | null {
    const packed = this.#arrays.placeIataCodes[place] as number;
    return packed === 0 ? null : unpackCode(packed);
  }

  location(place: number): Point {
    const { placeLatitudes, placeLongitudes } = this.#arrays;
    return {
      latitude: (placeLatitudes[place] as number) / MICRODEGREES,
      longitude: (placeLongitudes[place] as number) / MICRODEGREES,
    };
  }

  weight(place: number): number {
    return this.#arrays.placeWeights[place] as number;
  }

  boundingBox(place: number): BoundingBox | null {
    const { boxPlaces, boxSides } = this.#arrays;
    let low = 0;
    let high = boxPlaces.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((boxPlaces[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    if (boxPlaces[low] !== place) return null;
    const side = (i: number) => (boxSides[4 * low + i] as number) / MICRODEGREES;
    return { south: side(0), west: side(1), north: side(2), east: side(3) };
  }

  /** Returns the name in the requested language or its primary language, otherwise the canonical name. */
  name(place: number, language?: string): ShownName {
    return this.#names.shown(place, language);
  }

  /** Returns the name followed by its region and country. `nameOf` returns the names of all three. */
  displayName(place: number, nameOf: (place: number) => string): string {
    let last = nameOf(place);
    let shown = last;
    for (const above of this.#above(place)) {
      const type = this.type(above);
      if (type !== 'REGION' && type !== 'COUNTRY') continue;
      const name = nameOf(above);
      if (name !== last) shown += `, ${name}`;
      last = name;
    }
    return shown;
  }

  /** Returns a name as written. `name` is the number of a name, for example the `alias` of a hit. */
  nameText(name: number): string {
    return this.#names.text(name);
  }

  /** Returns -1 if the place has no parent. */
  parent(place: number): number {
    return this.#arrays.placeParents[place] as number;
  }

  /** Returns the ancestors from the country down to the parent. */
  ancestors(place: number): number[] {
    return this.#above(place).reverse();
  }

  /** Returns the same places from the parent up to the country. */
  #above(place: number): number[] {
    const above: number[] = [];
    // The limit is deeper than any real hierarchy, so that a cycle in the data ends.
    for (let next = this.parent(place); next >= 0 && above.length < 8; next = this.parent(next))
      above.push(next);
    const country = this.#arrays.placeCountries[place] as number;
    if (country >= 0 && country !== place && !above.includes(country)) above.push(country);
    return above;
  }

  /** Returns the children of a place, or the members of a zone, in descending order of weight. */
  children(place: number): Int32Array {
    const { childStarts, childPlaces } = this.#arrays;
    return childPlaces.subarray(childStarts[place], childStarts[place + 1]);
  }

  /** The airport that travellers usually mean comes first. */
  airports(place: number): NearbyAirport[] {
    const { airportStarts, airportPlaces, airportMetres } = this.#arrays;
    const found: NearbyAirport[] = [];
    for (let at = airportStarts[place] as number; at < (airportStarts[place + 1] as number); at++) {
      found.push({ airport: airportPlaces[at] as number, distanceMetres: airportMetres[at] as number });
    }
    return found;
  }

  zones(place: number): Int32Array {
    const { zoneStarts, zonePlaces } = this.#arrays;
    return zonePlaces.subarray(zoneStarts[place], zoneStarts[place + 1]);
  }

  #idOf(place: number): Buffer {
    const { placeIdStarts } = this.#arrays;
    return this.#idBytes.subarray(placeIdStarts[place], placeIdStarts[place + 1]);
  }
}
