/** Reads all that an index is built from, as it is at one moment, in portions. */

import type { Database } from '../../../platform/database/connect.ts';
import type { PlaceRow } from '../../../platform/database/generated/tables.ts';
import type { IndexedName, IndexedPlace } from '../search-index/indexed-place.ts';

const PORTION = 10_000;

type ReadPlace = Omit<
  PlaceRow,
  'source' | 'source_id' | 'status' | 'merged_into' | 'time_zone' | 'created_change_id' | 'change_id'
>;

export interface PlaceRows {
  /** `catalogue_version.places`. */
  version: number;
  count: number;
  places(): AsyncGenerator<IndexedPlace>;
  names(): AsyncGenerator<IndexedName>;
}

/** The rows can be read until `work` ends. */
export async function withPlaceRows<T>(db: Database, work: (rows: PlaceRows) => Promise<T>): Promise<T> {
  return db.transaction(async tx => {
    await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`;
    const [versions] = await tx<{ places: number }[]>`SELECT places FROM catalogue_version`;
    const ids = await readIds(tx);
    const ordinals = new Map(ids.map((id, ordinal) => [id, ordinal]));
    return work({
      version: versions?.places ?? 0,
      count: ids.length,
      places: () => readPlaces(tx, ids, ordinals),
      names: () => readNames(tx, ids, ordinals),
    });
  });
}

async function readIds(tx: Database): Promise<number[]> {
  const ids: number[] = [];
  for (let after = 0; ; after = ids.at(-1) as number) {
    const rows = await tx<{ id: number }[]>`
      SELECT id FROM place WHERE status = 'ACTIVE' AND id > ${after} ORDER BY id LIMIT ${PORTION * 10}`;
    for (const { id } of rows) ids.push(id);
    if (rows.length < PORTION * 10) return ids;
  }
}

/** First and last id of each portion. */
function* portions(ids: readonly number[]): Generator<[first: number, last: number]> {
  for (let i = 0; i < ids.length; i += PORTION) {
    yield [ids[i] as number, ids[Math.min(i + PORTION, ids.length) - 1] as number];
  }
}

async function* readPlaces(
  tx: Database,
  ids: readonly number[],
  ordinals: ReadonlyMap<number, number>,
): AsyncGenerator<IndexedPlace> {
  for (const [first, last] of portions(ids)) {
    const [rows, airports, zones] = await Promise.all([
      tx<ReadPlace[]>`
        SELECT id, place_id, type, name, language, country_code, region_code, parent_id, latitude, longitude,
          south, west, north, east, population, feature_code, iata_code, weight
        FROM place WHERE status = 'ACTIVE' AND id BETWEEN ${first} AND ${last} ORDER BY id`,
      tx<{ place: number; airport: number; metres: number }[]>`
        SELECT place, airport, distance_metres AS metres FROM place_airport
        WHERE place BETWEEN ${first} AND ${last} ORDER BY place, rank`,
      tx<{ place: number; zone: number }[]>`
        SELECT place, zone FROM zone_member WHERE place BETWEEN ${first} AND ${last} ORDER BY place, zone`,
    ]);
    const airportsOf = Map.groupBy(airports, row => row.place);
    const zonesOf = Map.groupBy(zones, row => row.place);
    for (const row of rows) {
      yield {
        ...indexedPlace(row, ordinals),
        airports: (airportsOf.get(row.id) ?? []).flatMap(({ airport, metres }) => {
          const ordinal = ordinals.get(airport);
          return ordinal === undefined ? [] : [{ airport: ordinal, distanceMetres: metres }];
        }),
        zones: (zonesOf.get(row.id) ?? []).flatMap(({ zone }) => ordinals.get(zone) ?? []),
      };
    }
  }
}

function indexedPlace(
  row: ReadPlace,
  ordinals: ReadonlyMap<number, number>,
): Omit<IndexedPlace, 'airports' | 'zones'> {
  const { south, west, north, east } = row;
  const isBox = south !== null && west !== null && north !== null && east !== null;
  return {
    placeId: row.place_id,
    type: row.type,
    name: row.name,
    language: row.language,
    countryCode: row.country_code,
    regionCode: row.region_code,
    latitude: row.latitude,
    longitude: row.longitude,
    population: row.population,
    featureCode: row.feature_code,
    iataCode: row.iata_code,
    weight: row.weight,
    parent: row.parent_id === null ? -1 : (ordinals.get(row.parent_id) ?? -1),
    boundingBox: isBox ? { south, west, north, east } : null,
  };
}

async function* readNames(
  tx: Database,
  ids: readonly number[],
  ordinals: ReadonlyMap<number, number>,
): AsyncGenerator<IndexedName> {
  for (const [first, last] of portions(ids)) {
    const rows = await tx<{ place: number; name: string; language: string; class: IndexedName['class'] }[]>`
      SELECT place, name, language, class FROM place_name
      WHERE place BETWEEN ${first} AND ${last} ORDER BY place, class, name, language`;
    for (const row of rows) {
      const place = ordinals.get(row.place);
      if (place !== undefined) yield { place, name: row.name, language: row.language, class: row.class };
    }
  }
}
