/** Builds a place index from places and their names. Ordinals in the result are ranks by weight. */
import type { IndexedName, IndexedPlace } from '../indexed-place.ts';
import { CONTEXT_CLASS } from '../score.ts';
import { type Snapshot, writeSnapshot } from '../snapshot.ts';
import { NameGatherer } from './name-arrays.ts';
import { checkedRank, PlaceColumns, placeArrays, rankPlaces, ranksOf } from './place-arrays.ts';

export interface PlaceIndexSource {
  /** Sorted by ordinal. */
  places: Iterable<IndexedPlace>;
  /** Names of these places. If the canonical name of a place is missing here, its `name` is used. */
  names: Iterable<IndexedName>;
  dataVersion: number;
  allocate?: (bytes: number) => ArrayBufferLike;
}

export function buildPlaceIndex({ places, names, dataVersion, allocate }: PlaceIndexSource): ArrayBufferLike {
  const builder = new PlaceIndexBuilder();
  for (const place of places) builder.addPlace(place);
  for (const name of names) builder.addName(name);
  return writeSnapshot(builder.finish(dataVersion), allocate);
}

interface OwnName {
  place: number;
  name: string;
  language: string;
}

/** Accepts rows one at a time, because all rows as objects would need several times the memory of the index. */
export class PlaceIndexBuilder {
  readonly #places = new PlaceColumns();
  readonly #names = new NameGatherer();
  /** Places whose canonical name has not been added yet, with that name. */
  readonly #ownNames = new Map<number, OwnName>();
  readonly #contextCodes: { place: number; code: string }[] = [];

  /** Names can be added at any time after their place. */
  addPlace(place: IndexedPlace): void {
    const ordinal = this.#places.count;
    this.#places.add(place);
    this.#ownNames.set(ordinal, { place: ordinal, name: place.name, language: place.language });
    const code = contextCode(place);
    if (code !== undefined) this.#contextCodes.push({ place: ordinal, code });
  }

  addName({ place, name, language, class: nameClass }: IndexedName): void {
    // A place has one canonical name, which is shown in results. Any other canonical name counts as preferred.
    const isCanonical = nameClass === 0 && this.#ownNames.get(place)?.name === name;
    if (isCanonical) this.#ownNames.delete(place);
    this.#names.add(place, name, language, nameClass === 0 && !isCanonical ? 1 : nameClass);
  }

  finish(dataVersion: number): Snapshot {
    for (const { place, name, language } of this.#ownNames.values())
      this.#names.add(place, name, language, 0);
    this.#ownNames.clear();
    for (const { place, code } of this.#contextCodes) this.#names.add(place, code, 'und', CONTEXT_CLASS);
    const order = rankPlaces(this.#places);
    const ranks = ranksOf(order);
    const ofPlaces = placeArrays(this.#places, order, ranks);
    const ofNames = this.#names.finish(ofPlaces.placeWeights, ordinal => checkedRank(ranks, ordinal));
    return { arrays: { ...ofPlaces, ...ofNames }, dataVersion };
  }
}

/** The code that people type after a city. Numeric codes are left out because people do not type them. */
function contextCode({ type, countryCode, regionCode }: IndexedPlace): string | undefined {
  if (type === 'COUNTRY') return countryCode;
  if (type !== 'REGION') return undefined;
  return /(?:^|\.)([A-Za-z]{2,3})$/.exec(regionCode ?? '')?.[1];
}
