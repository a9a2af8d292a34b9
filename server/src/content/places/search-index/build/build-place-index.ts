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
  const given = [...places];
  const order = rankPlaces(given);
  const ranks = new Int32Array(given.length);
  for (const [rank, ordinal] of order.entries()) ranks[ordinal] = rank;
  const ranked = Array.from(order, ordinal => given[ordinal] as IndexedPlace);
  const gatherer = new NameGatherer();
  gatherNames(gatherer, given, names, ranks);
  const ofPlaces = placeArrays(ranked, ordinal => (ordinal < 0 ? -1 : checkedRank(ranks, ordinal)));
  const arrays = { ...ofPlaces, ...gatherer.finish(ofPlaces.placeWeights) };
  return writeSnapshot({ arrays, dataVersion }, allocate);
}

function gatherNames(
  gatherer: NameGatherer,
  places: readonly IndexedPlace[],
  names: Iterable<IndexedName>,
  ranks: Int32Array,
): void {
  const hasCanonical = new Uint8Array(places.length);
  for (const { place, name, language, class: nameClass } of names) {
    // A second canonical name would leave it to chance which one is shown.
    const isCanonical = nameClass === 0 && name === places[place]?.name && hasCanonical[place] === 0;
    if (isCanonical) hasCanonical[place] = 1;
    const shownClass = nameClass === 0 && !isCanonical ? 1 : nameClass;
    gatherer.add(checkedRank(ranks, place), name, language, shownClass);
  }
  for (const [ordinal, place] of places.entries()) {
    const rank = ranks[ordinal] as number;
    if (hasCanonical[ordinal] === 0) gatherer.add(rank, place.name, place.language, 0);
    const code = contextCode(place);
    if (code !== undefined) gatherer.add(rank, code, 'und', CONTEXT_CLASS);
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
