/** Encodes the places of the seed as rows for COPY. Pure. */
import type { CopyValue } from '../staging/copy-text.ts';
import type { Zone } from '../zones/parse-zones.ts';
import type { WorldPlace } from './world-places.ts';

/** Without the id, which the database assigns. */
const PLACE_COLUMNS =
  'place_id, source, source_id, type, name, language, country_code, region_code, parent_id, latitude, longitude, ' +
  'south, west, north, east, time_zone, population, feature_code, iata_code, weight, created_change_id, change_id';

/**
 * The tables in the order in which they are written. `later_place` are the rows of `place` that depend on surroundings, and
 * `search_name` are rows of `place_name` that are written later.
 */
export const WORLD_COLUMNS = {
  place: PLACE_COLUMNS,
  later_place: PLACE_COLUMNS,
  place_airport: 'place, rank, airport, distance_metres',
  zone_area: 'zone, geometry',
  zone_member: 'zone, place',
  place_name: 'place, name, language, class',
  search_name: 'place, name, language, class',
} as const;

export type WorldTable = keyof typeof WORLD_COLUMNS;

/** The transaction that writes the rows. */
export interface WorldWrite {
  /** The difference between the ids in the database and those of the places. */
  shift: number;
  changeId: number;
}

export function* placeRows(
  places: Iterable<WorldPlace>,
  { shift, changeId }: WorldWrite,
): Generator<CopyValue[]> {
  for (const each of places) {
    const { box } = each;
    yield [
      each.placeId,
      each.source,
      each.sourceId,
      each.type,
      each.name,
      each.language,
      each.countryCode,
      each.regionCode,
      each.parentId === null ? null : each.parentId + shift,
      each.latitude,
      each.longitude,
      box?.south ?? null,
      box?.west ?? null,
      box?.north ?? null,
      box?.east ?? null,
      each.timeZone,
      each.population,
      each.featureCode,
      each.iataCode,
      each.weight,
      changeId,
      changeId,
    ];
  }
}

export function* airportRows(places: readonly WorldPlace[], shift: number): Generator<CopyValue[]> {
  for (const { id, airports } of places) {
    for (const [i, { airport, distanceMetres }] of airports.entries()) {
      yield [id + shift, i + 1, airport + shift, distanceMetres];
    }
  }
}

/** `zones` are in the order of their places. */
export function* zoneRows(
  places: readonly WorldPlace[],
  zones: readonly Zone[],
  shift: number,
): Generator<CopyValue[]> {
  const ids = places.filter(({ type }) => type === 'ZONE').map(({ id }) => id);
  for (const [i, { geometry }] of zones.entries()) {
    if (geometry !== null) yield [(ids[i] as number) + shift, JSON.stringify(geometry)];
  }
}

export function* memberRows(places: readonly WorldPlace[], shift: number): Generator<CopyValue[]> {
  for (const { id, zones } of places) for (const zone of zones) yield [zone + shift, id + shift];
}

/** Names in a known language are shown, and codes are shown with a place. All other names are only searched. */
export function* nameRows(
  places: readonly WorldPlace[],
  isShown: boolean,
  shift: number,
): Generator<CopyValue[]> {
  for (const { id, names } of places) {
    for (const { name, language, class: nameClass } of names) {
      if ((language !== 'und' || nameClass === 4) === isShown) yield [id + shift, name, language, nameClass];
    }
  }
}
