/**
 * Reads all data for building a place index, in batches from one database snapshot. Each batch is a single row with one
 * list per column. A million separate rows would take several times as long to transfer and produce several times as
 * much garbage.
 */
import type { Database } from '../../../platform/database/connect.ts';
import type { PlaceRow } from '../../../platform/database/generated/tables.ts';
import { findPendingNames } from '../../place-data/seed/seed-store.ts';
import type { IndexedName, IndexedPlace, NameClass } from '../search-index/indexed-place.ts';

export interface CatalogueVersion {
  database: string;
  /** Increases with every change to places. */
  places: number;
  /** Increases with every change to hotels. */
  hotels: number;
}

export async function readCatalogueVersion(db: Database): Promise<CatalogueVersion> {
  const [row] = await db<CatalogueVersion[]>`SELECT database, places, hotels FROM catalogue_version`;
  return row as CatalogueVersion;
}

const FEW_PLACES = 1_000;

export async function hasFewPlaces(db: Database): Promise<boolean> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (SELECT FROM place LIMIT ${FEW_PLACES + 1}) AS first_places`;
  return (row?.count ?? 0) <= FEW_PLACES;
}

/**
 * Places per batch, with about five names each. A batch is small, so that neither the server nor the reader is busy for
 * long.
 */
const BATCH = 2_000;
const ID_BATCH = 100_000;

type ReadPlace = Omit<
  PlaceRow,
  | 'source'
  | 'source_id'
  | 'status'
  | 'merged_into'
  | 'time_zone'
  | 'population'
  | 'feature_code'
  | 'created_change_id'
  | 'change_id'
>;
type ReadAirport = { place: number; airport: number; metres: number };
type ReadZone = { place: number; zone: number };

/** A column is null if there are no rows. */
type Columns<T> = { [K in keyof T]: T[K][] | null };

export interface PlaceBatch {
  /** Sorted by ordinal. */
  places: Iterable<IndexedPlace>;
  /** Names of these places, grouped by place. */
  names: Iterable<IndexedName>;
}

export interface PlaceRows {
  /** The value of `catalogue_version.places`. */
  version: number;
  batches(): AsyncGenerator<PlaceBatch>;
}

/** The rows can be read until `work` ends. Keep `work` short, because the server cannot remove old rows until then. */
export async function withPlaceRows<T>(db: Database, work: (rows: PlaceRows) => Promise<T>): Promise<T> {
  return db.transaction(async tx => {
    await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`;
    const [versions] = await tx<{ places: number }[]>`SELECT places FROM catalogue_version`;
    // An index without them would find too little.
    if ((await findPendingNames(tx)) !== undefined) {
      throw new Error('The names of the places are still being written.');
    }
    return work({ version: versions?.places ?? 0, batches: () => readBatches(tx) });
  });
}

async function* readBatches(tx: Database): AsyncGenerator<PlaceBatch> {
  const ids = await readIds(tx);
  const ordinals = new Map<number, number>();
  for (const [ordinal, id] of ids.entries()) ordinals.set(id, ordinal);
  for (let i = 0; i < ids.length; i += BATCH) {
    const first = ids[i] as number;
    const last = ids[Math.min(i + BATCH, ids.length) - 1] as number;
    const [places, airports, zones, names] = await Promise.all([
      readPlaces(tx, first, last),
      readAirports(tx, first, last),
      readZones(tx, first, last),
      readNames(tx, first, last),
    ]);
    yield { places: placesOf(places, airports, zones, ordinals), names: namesOf(names, ordinals) };
  }
}

async function readIds(tx: Database): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const [row] = await tx<{ ids: number[] | null }[]>`
      SELECT json_agg(id) AS ids FROM (
        SELECT id FROM place WHERE status = 'ACTIVE' AND id > ${ids.at(-1) ?? 0} ORDER BY id LIMIT ${ID_BATCH}
      ) AS ordered`;
    const batch = row?.ids ?? [];
    for (const id of batch) ids.push(id);
    if (batch.length < ID_BATCH) return ids;
  }
}

function readPlaces(tx: Database, first: number, last: number) {
  return tx<Columns<ReadPlace>[]>`
    SELECT json_agg(id) AS id, json_agg(place_id) AS place_id, json_agg(type) AS type, json_agg(name) AS name,
      json_agg(language) AS language, json_agg(country_code) AS country_code, json_agg(region_code) AS region_code,
      json_agg(parent_id) AS parent_id, json_agg(latitude) AS latitude, json_agg(longitude) AS longitude,
      json_agg(south) AS south, json_agg(west) AS west, json_agg(north) AS north, json_agg(east) AS east,
      json_agg(iata_code) AS iata_code, json_agg(weight) AS weight
    FROM (
      SELECT * FROM place WHERE status = 'ACTIVE' AND id BETWEEN ${first} AND ${last} ORDER BY id
    ) AS ordered`;
}

function readAirports(tx: Database, first: number, last: number) {
  return tx<Columns<ReadAirport>[]>`
    SELECT json_agg(place) AS place, json_agg(airport) AS airport, json_agg(distance_metres) AS metres
    FROM (
      SELECT * FROM place_airport WHERE place BETWEEN ${first} AND ${last} ORDER BY place, rank
    ) AS ordered`;
}

function readZones(tx: Database, first: number, last: number) {
  return tx<Columns<ReadZone>[]>`
    SELECT json_agg(place) AS place, json_agg(zone) AS zone
    FROM (SELECT * FROM zone_member WHERE place BETWEEN ${first} AND ${last} ORDER BY place, zone) AS ordered`;
}

/** The collation "C" gives the same order on every server. */
function readNames(tx: Database, first: number, last: number) {
  return tx<Columns<IndexedName>[]>`
    SELECT json_agg(place) AS place, json_agg(name) AS name, json_agg(language) AS language, json_agg(class) AS class
    FROM (
      SELECT * FROM place_name WHERE place BETWEEN ${first} AND ${last}
      ORDER BY place, class, name COLLATE "C", language COLLATE "C"
    ) AS ordered`;
}

function* rowsOf<T>([columns]: readonly Columns<T>[]): Generator<T> {
  const names = Object.keys(columns ?? {}) as (keyof T)[];
  const lists = names.map(name => columns?.[name] ?? []);
  for (let i = 0; i < (lists[0]?.length ?? 0); i++) {
    const row: Partial<T> = {};
    for (const [column, name] of names.entries()) row[name] = lists[column]?.[i] as T[keyof T];
    yield row as T;
  }
}

function* placesOf(
  places: readonly Columns<ReadPlace>[],
  airports: readonly Columns<ReadAirport>[],
  zones: readonly Columns<ReadZone>[],
  ordinals: ReadonlyMap<number, number>,
): Generator<IndexedPlace> {
  const airportsOf = Map.groupBy(rowsOf(airports), row => row.place);
  const zonesOf = Map.groupBy(rowsOf(zones), row => row.place);
  for (const row of rowsOf(places)) {
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
    iataCode: row.iata_code,
    weight: row.weight,
    parent: row.parent_id === null ? -1 : (ordinals.get(row.parent_id) ?? -1),
    boundingBox: isBox ? { south, west, north, east } : null,
  };
}

/** Does not create row objects first, because there are about a million names. */
function* namesOf(
  [columns]: readonly Columns<IndexedName>[],
  ordinals: ReadonlyMap<number, number>,
): Generator<IndexedName> {
  const { place: ids, name: names, language: languages, class: classes } = columns ?? {};
  if (!ids || !names || !languages || !classes) return;
  for (let i = 0; i < ids.length; i++) {
    const place = ordinals.get(ids[i] as number);
    if (place === undefined) continue;
    const [name, language] = [names[i] as string, languages[i] as string];
    yield { place, name, language, class: classes[i] as NameClass };
  }
}
