/** Collects places into columns one at a time, then builds the place arrays, sorted by rank. */
import { PLACE_TYPES } from '@serai/contract/content/place-item.ts';
import { CELL_COUNT, cellOf } from '../geo-grid.ts';
import { MICRODEGREES, packCode } from '../index-arrays.ts';
import type { IndexedPlace } from '../indexed-place.ts';
import { multikeyQuicksort } from '../structures/multikey-quicksort.ts';
import { GrowingArray, grouped, groupedPairs, startsOf } from '../structures/typed-lists.ts';

const COUNTRY = PLACE_TYPES.indexOf('COUNTRY');
/** Deeper than any real hierarchy, so that a cycle in the data ends. */
const MAX_DEPTH = 8;
const MAX_AIRPORTS = 3;

/**
 * Places in the order in which they were added. Two hundred thousand objects would need more memory than the index.
 * References to other places are ordinals, and `…Ends` contains the end of each place's list.
 */
export class PlaceColumns {
  readonly ids = new GrowingArray(Uint8Array);
  readonly idEnds = new GrowingArray(Uint32Array);
  readonly types: number[] = [];
  readonly countryCodes: number[] = [];
  readonly parents: number[] = [];
  /** Rounded to the precision of the index. */
  readonly weights: number[] = [];
  readonly latitudes: number[] = [];
  readonly longitudes: number[] = [];
  readonly iataCodes: number[] = [];
  readonly airports: number[] = [];
  readonly airportMetres: number[] = [];
  readonly airportEnds: number[] = [];
  readonly zones: number[] = [];
  readonly zoneEnds: number[] = [];
  readonly boxes: { place: number; sides: number[] }[] = [];

  get count(): number {
    return this.types.length;
  }

  add(place: IndexedPlace): void {
    if (place.boundingBox) {
      const { south, west, north, east } = place.boundingBox;
      this.boxes.push({ place: this.count, sides: [south, west, north, east].map(toMicrodegrees) });
    }
    this.ids.pushText(place.placeId);
    this.idEnds.push(this.ids.length);
    this.types.push(PLACE_TYPES.indexOf(place.type));
    this.countryCodes.push(packCode(place.countryCode));
    this.parents.push(place.parent);
    this.weights.push(Math.fround(place.weight));
    this.latitudes.push(toMicrodegrees(place.latitude));
    this.longitudes.push(toMicrodegrees(place.longitude));
    this.iataCodes.push(place.iataCode ? packCode(place.iataCode) : 0);
    for (const { airport, distanceMetres } of place.airports.slice(0, MAX_AIRPORTS)) {
      this.airports.push(airport);
      this.airportMetres.push(distanceMetres);
    }
    this.airportEnds.push(this.airports.length);
    for (const zone of place.zones) this.zones.push(zone);
    this.zoneEnds.push(this.zones.length);
  }
}

function toMicrodegrees(degrees: number): number {
  return Math.round(degrees * MICRODEGREES);
}

/** Returns the ordinals sorted by descending weight, then by id. The position of an ordinal is its rank. */
export function rankPlaces({ ids, idEnds, weights }: PlaceColumns): Uint32Array<ArrayBuffer> {
  const ends = idEnds.view();
  const byId = multikeyQuicksort(ids.view(), startsOf(ends), ends);
  const idRanks = ranksOf(byId);
  return byId.sort((a, b) => {
    const difference = (weights[b] as number) - (weights[a] as number);
    return difference !== 0 ? difference : (idRanks[a] as number) - (idRanks[b] as number);
  });
}

export function ranksOf(order: Uint32Array): Int32Array<ArrayBuffer> {
  const ranks = new Int32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank] as number] = rank;
  return ranks;
}

export function placeArrays(columns: PlaceColumns, order: Uint32Array, ranks: Int32Array) {
  const count = order.length;
  const at = (rank: number) => order[rank] as number;
  const rankOf = (ordinal: number) => checkedRank(ranks, ordinal);
  const placeTypes = new Uint8Array(count).map((_, i) => columns.types[at(i)] as number);
  const placeCountryCodes = new Uint16Array(count).map((_, i) => columns.countryCodes[at(i)] as number);
  const placeParents = new Int32Array(count).map((_, i) => {
    const parent = columns.parents[at(i)] as number;
    return parent < 0 ? -1 : rankOf(parent);
  });
  const placeLatitudes = new Int32Array(count).map((_, i) => columns.latitudes[at(i)] as number);
  const placeLongitudes = new Int32Array(count).map((_, i) => columns.longitudes[at(i)] as number);
  const zones = listsInOrder(columns.zoneEnds, order);
  const zonePlaces = Int32Array.from(zones.from, from => rankOf(columns.zones[from] as number));
  const airports = listsInOrder(columns.airportEnds, order);
  return {
    ...idArrays(columns, order),
    placeTypes,
    placeCountryCodes,
    placeCountries: countriesOf(placeTypes, placeCountryCodes, placeParents),
    placeParents,
    placeWeights: new Float32Array(count).map((_, i) => columns.weights[at(i)] as number),
    placeLatitudes,
    placeLongitudes,
    placeIataCodes: order.map(ordinal => columns.iataCodes[ordinal] as number),
    ...boxArrays(columns, rankOf),
    airportStarts: airports.starts,
    airportPlaces: new Int32Array(airports.from.map(from => rankOf(columns.airports[from] as number))),
    airportMetres: airports.from.map(from => columns.airportMetres[from] as number),
    zoneStarts: zones.starts,
    zonePlaces,
    ...childArrays(placeParents, zones.starts, zonePlaces),
    ...selectionArrays(placeTypes, placeCountryCodes, placeLatitudes, placeLongitudes),
  };
}

export function checkedRank(ranks: Int32Array, ordinal: number): number {
  const rank = ranks[ordinal];
  if (rank === undefined) throw new RangeError(`There is no place with ordinal ${ordinal}.`);
  return rank;
}

/** Reorders lists that are stored one after another. Returns the new starts and the old position of each element. */
function listsInOrder(ends: ArrayLike<number>, order: Uint32Array) {
  const starts = new Uint32Array(order.length + 1);
  const from = new Uint32Array(ends[ends.length - 1] ?? 0);
  let at = 0;
  for (let i = 0; i < order.length; i++) {
    const list = order[i] as number;
    const end = ends[list] as number;
    for (let j = list === 0 ? 0 : (ends[list - 1] as number); j < end; j++) from[at++] = j;
    starts[i + 1] = at;
  }
  return { starts, from };
}

function idArrays(columns: PlaceColumns, order: Uint32Array) {
  const { starts: placeIdStarts, from } = listsInOrder(columns.idEnds.view(), order);
  const ids = columns.ids.view();
  const placeIdBytes = new Uint8Array(from.length).map((_, i) => ids[from[i] as number] as number);
  const placesById = multikeyQuicksort(
    placeIdBytes,
    placeIdStarts.subarray(0, -1),
    placeIdStarts.subarray(1),
  );
  return { placeIdStarts, placeIdBytes, placesById };
}

function boxArrays(columns: PlaceColumns, rankOf: (ordinal: number) => number) {
  const boxes = columns.boxes.map(({ place, sides }) => ({ rank: rankOf(place), sides }));
  boxes.sort((a, b) => a.rank - b.rank);
  return {
    boxPlaces: Uint32Array.from(boxes, ({ rank }) => rank),
    boxSides: Int32Array.from(boxes.flatMap(({ sides }) => sides)),
  };
}

/** For each place, returns the country among the place and its ancestors, or else the country with its country code. */
function countriesOf(types: Uint8Array, codes: Uint16Array, parents: Int32Array): Int32Array {
  const byCode = new Map<number, number>();
  for (let i = types.length - 1; i >= 0; i--) if (types[i] === COUNTRY) byCode.set(codes[i] as number, i);
  return parents.map((_, place) => {
    let above = place;
    for (let steps = 0; above >= 0 && steps < MAX_DEPTH; steps++, above = parents[above] as number) {
      if (types[above] === COUNTRY) return above;
    }
    return byCode.get(codes[place] as number) ?? -1;
  });
}

function childArrays(parents: Int32Array, zoneStarts: Uint32Array, zonePlaces: Int32Array) {
  const { starts, members } = groupedPairs(parents.length, visit => {
    for (let place = 0; place < parents.length; place++) {
      const parent = parents[place] as number;
      const [from, to] = [zoneStarts[place] as number, zoneStarts[place + 1] as number];
      const isMemberOfParent = from < to && zonePlaces.subarray(from, to).includes(parent);
      if (parent >= 0 && !isMemberOfParent) visit(parent, place);
      for (let at = from; at < to; at++) visit(zonePlaces[at] as number, place);
    }
  });
  return { childStarts: starts, childPlaces: new Int32Array(members.buffer) };
}

function selectionArrays(
  types: Uint8Array,
  codes: Uint16Array,
  latitudes: Int32Array,
  longitudes: Int32Array,
) {
  const countryCodes = Uint16Array.from(new Set(codes)).sort();
  const numberOf = new Map(Array.from(countryCodes, (code, i) => [code, i]));
  const byCountry = grouped(codes.length, countryCodes.length, i => numberOf.get(codes[i] as number) ?? 0);
  const byType = grouped(types.length, PLACE_TYPES.length, i => types[i] as number);
  const byCell = grouped(types.length, CELL_COUNT, i =>
    cellOf((latitudes[i] as number) / MICRODEGREES, (longitudes[i] as number) / MICRODEGREES),
  );
  return {
    countryCodes,
    countryStarts: byCountry.starts,
    countryPlaces: byCountry.members,
    typeStarts: byType.starts,
    typePlaces: byType.members,
    cellStarts: byCell.starts,
    cellPlaces: byCell.members,
  };
}
