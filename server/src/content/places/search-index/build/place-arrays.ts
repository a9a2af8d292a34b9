/** The arrays of places, once they stand in the order of their ranks. */
import { PLACE_TYPES } from '@serai/contract/content/place-item.ts';
import { CELL_COUNT, cellOf } from '../cells.ts';
import type { IndexedPlace } from '../indexed-place.ts';
import { packCode } from '../packed-code.ts';
import { MICRODEGREES } from '../snapshot/index-arrays.ts';
import { grouped, lists } from './grouped.ts';
import { Growing } from './growing.ts';
import { sortByBytes } from './sort-by-bytes.ts';

/** Ranks by greatest weight, then by id. */
export function rankPlaces(places: readonly IndexedPlace[]): Uint32Array {
  const order = Uint32Array.from(places, (_, i) => i);
  return order.sort((a, b) => {
    const [left, right] = [places[a] as IndexedPlace, places[b] as IndexedPlace];
    const difference = Math.fround(right.weight) - Math.fround(left.weight);
    if (difference !== 0) return difference;
    return left.placeId < right.placeId ? -1 : left.placeId > right.placeId ? 1 : 0;
  });
}

/** `rankOf` turns an ordinal of the input into a rank; -1 stays -1. */
export function placeArrays(places: readonly IndexedPlace[], rankOf: (ordinal: number) => number) {
  const boxed = places.flatMap((place, rank) =>
    place.boundingBox ? [{ rank, box: place.boundingBox }] : [],
  );
  const codes = Uint16Array.from(places, place => packCode(place.countryCode));
  const parents = Int32Array.from(places, place => rankOf(place.parent));
  const zones = places.map(place => place.zones.map(rankOf));
  const airports = places.map(place => place.airports.slice(0, 3));
  const { starts: airportStarts, values: airportPlaces } = lists(
    airports.map(list => list.map(({ airport }) => rankOf(airport))),
  );
  const { starts: zoneStarts, values: zonePlaces } = lists(zones);
  return {
    ...idArrays(places),
    placeTypes: Uint8Array.from(places, place => PLACE_TYPES.indexOf(place.type)),
    placeCountryCodes: codes,
    placeCountries: countriesOf(places, codes, parents),
    placeParents: parents,
    placeWeights: Float32Array.from(places, place => place.weight),
    placeLatitudes: Int32Array.from(places, place => Math.round(place.latitude * MICRODEGREES)),
    placeLongitudes: Int32Array.from(places, place => Math.round(place.longitude * MICRODEGREES)),
    placeIataCodes: Uint32Array.from(places, place => (place.iataCode ? packCode(place.iataCode) : 0)),
    boxPlaces: Uint32Array.from(boxed, ({ rank }) => rank),
    boxSides: Int32Array.from(
      boxed.flatMap(({ box }) => [box.south, box.west, box.north, box.east]),
      side => Math.round(side * MICRODEGREES),
    ),
    airportStarts,
    airportPlaces,
    airportMetres: Uint32Array.from(
      airports.flatMap(list => list.map(({ distanceMetres }) => distanceMetres)),
    ),
    zoneStarts,
    zonePlaces,
    ...childArrays(places, parents, zones),
    ...selectionArrays(places, codes),
  };
}

function idArrays(places: readonly IndexedPlace[]) {
  const bytes = new Growing(Uint8Array);
  const placeIdStarts = new Uint32Array(places.length + 1);
  for (const [i, { placeId }] of places.entries()) {
    bytes.pushText(placeId);
    placeIdStarts[i + 1] = bytes.length;
  }
  const placeIdBytes = bytes.view();
  const placesById = sortByBytes(placeIdBytes, placeIdStarts.subarray(0, -1), placeIdStarts.subarray(1));
  return { placeIdStarts, placeIdBytes, placesById };
}

/** The country above a place, else the one with its code. */
function countriesOf(places: readonly IndexedPlace[], codes: Uint16Array, parents: Int32Array): Int32Array {
  const byCode = new Map<number, number>();
  for (let i = places.length - 1; i >= 0; i--) {
    if (places[i]?.type === 'COUNTRY') byCode.set(codes[i] as number, i);
  }
  return Int32Array.from(places, (_, place) => {
    let above = place;
    for (let steps = 0; above >= 0 && steps < 8; steps++, above = parents[above] as number) {
      if (places[above]?.type === 'COUNTRY') return above;
    }
    return byCode.get(codes[place] as number) ?? -1;
  });
}

/** Children by parent, and for zones their members. */
function childArrays(
  places: readonly IndexedPlace[],
  parents: Int32Array,
  zones: readonly (readonly number[])[],
) {
  const members = Array.from(places, (): number[] => []);
  for (let place = 0; place < places.length; place++) {
    const parent = parents[place] as number;
    const isMemberAnyway = zones[place]?.includes(parent);
    if (parent >= 0 && !isMemberAnyway) members[parent]?.push(place);
    for (const zone of zones[place] ?? []) members[zone]?.push(place);
  }
  const { starts, values } = lists(members);
  return { childStarts: starts, childPlaces: values };
}

function selectionArrays(places: readonly IndexedPlace[], codes: Uint16Array) {
  const countryCodes = Uint16Array.from(new Set(codes)).sort();
  const numberOf = new Map(Array.from(countryCodes, (code, i) => [code, i]));
  const byCountry = grouped(places.length, countryCodes.length, i => numberOf.get(codes[i] as number) ?? 0);
  const byType = grouped(places.length, PLACE_TYPES.length, i =>
    PLACE_TYPES.indexOf((places[i] as IndexedPlace).type),
  );
  const byCell = grouped(places.length, CELL_COUNT, i => {
    const { latitude, longitude } = places[i] as IndexedPlace;
    return cellOf(latitude, longitude);
  });
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
