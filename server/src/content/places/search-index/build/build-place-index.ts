/** Builds the bytes of a place index from places and their names. Ordinals of the result are ranks. */
import type { IndexedName, IndexedPlace } from '../indexed-place.ts';
import { CONTEXT_CLASS } from '../score.ts';
import { writeSnapshot } from '../snapshot/snapshot.ts';
import { NameGatherer } from './name-arrays.ts';
import { placeArrays, rankPlaces } from './place-arrays.ts';

export interface PlaceIndexSource {
  /** In the order of their ordinals. */
  places: Iterable<IndexedPlace>;
  /** Grouped by place. A place without a canonical name among them gets its own. */
  names: Iterable<IndexedName>;
  dataVersion: number;
  allocate?: (bytes: number) => ArrayBufferLike;
}

export function buildPlaceIndex({ places, names, dataVersion, allocate }: PlaceIndexSource): ArrayBufferLike {
  const builder = new PlaceIndexBuilder([...places]);
  for (const name of names) builder.addName(name);
  return builder.finish(dataVersion, allocate);
}

/** For names that come bit by bit: a million of them as objects take more memory than the index. */
export class PlaceIndexBuilder {
  readonly #places: readonly IndexedPlace[];
  readonly #ranks: Int32Array;
  readonly #order: ArrayLike<number>;
  readonly #hasCanonical: Uint8Array;
  readonly #gatherer = new NameGatherer();

  constructor(places: readonly IndexedPlace[]) {
    this.#places = places;
    const order = rankPlaces(places);
    this.#order = order;
    this.#ranks = new Int32Array(places.length);
    for (const [rank, ordinal] of order.entries()) this.#ranks[ordinal] = rank;
    this.#hasCanonical = new Uint8Array(places.length);
  }

  addName({ place, name, language, class: nameClass }: IndexedName): void {
    // A second canonical name would leave it to chance which one is shown.
    const isCanonical =
      nameClass === 0 && name === this.#places[place]?.name && this.#hasCanonical[place] === 0;
    if (isCanonical) this.#hasCanonical[place] = 1;
    const shownClass = nameClass === 0 && !isCanonical ? 1 : nameClass;
    this.#gatherer.add(checkedRank(this.#ranks, place), name, language, shownClass);
  }

  finish(dataVersion: number, allocate?: (bytes: number) => ArrayBufferLike): ArrayBufferLike {
    const ranks = this.#ranks;
    for (const [ordinal, place] of this.#places.entries()) {
      const rank = ranks[ordinal] as number;
      if (this.#hasCanonical[ordinal] === 0) this.#gatherer.add(rank, place.name, place.language, 0);
      const code = contextCode(place);
      if (code !== undefined) this.#gatherer.add(rank, code, 'und', CONTEXT_CLASS);
    }
    const ranked = Array.from(this.#order, ordinal => this.#places[ordinal] as IndexedPlace);
    const ofPlaces = placeArrays(ranked, ordinal => (ordinal < 0 ? -1 : checkedRank(ranks, ordinal)));
    const arrays = { ...ofPlaces, ...this.#gatherer.finish(ofPlaces.placeWeights) };
    return writeSnapshot({ arrays, dataVersion }, allocate);
  }
}

/** Numbers are no codes that people type. */
function contextCode({ type, countryCode, regionCode }: IndexedPlace): string | undefined {
  if (type === 'COUNTRY') return countryCode;
  if (type !== 'REGION') return undefined;
  return /(?:^|\.)([A-Za-z]{2,3})$/.exec(regionCode ?? '')?.[1];
}

function checkedRank(ranks: Int32Array, ordinal: number): number {
  const rank = ranks[ordinal];
  if (rank === undefined) throw new RangeError(`there is no place with ordinal ${ordinal}`);
  return rank;
}
