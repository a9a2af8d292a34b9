/** The surroundings of places in the tables: read in batches, so that memory does not grow with the world. */
import type { Database } from '../../../platform/database/connect.ts';
import { airportKindOf } from '../airport-size.ts';
import { type CopyValue, copyChunks } from '../staging/copy-text.ts';
import type { Airport } from './airport-grid.ts';
import type { AreaGeometry } from './zone-shape.ts';

export interface ContextPlace {
  id: number;
  type: 'REGION' | 'CITY' | 'DISTRICT' | 'ZONE';
  country_code: string;
  region_code: string | null;
  latitude: number;
  longitude: number;
  population: number;
  weight: number;
}

export async function countContextPlaces(tx: Database): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*) FROM place WHERE status = 'ACTIVE' AND type IN ('REGION', 'CITY', 'DISTRICT', 'ZONE')`;
  return row?.count ?? 0;
}

export async function* contextPlaces(tx: Database): AsyncGenerator<readonly ContextPlace[]> {
  await tx.script(`
    DECLARE context_place NO SCROLL CURSOR FOR
    SELECT id, type, country_code, region_code, latitude, longitude, population, weight FROM place
    WHERE status = 'ACTIVE' AND type IN ('REGION', 'CITY', 'DISTRICT', 'ZONE') ORDER BY id`);
  for (;;) {
    const places = await tx<ContextPlace[]>`FETCH 20000 FROM context_place`;
    if (places.length === 0) break;
    yield places;
  }
  await tx.script('CLOSE context_place');
}

export interface ContextAirport extends Airport {
  countryCode: string;
}

export async function listAirports(tx: Database): Promise<ContextAirport[]> {
  const rows = await tx<
    { id: number; countryCode: string; latitude: number; longitude: number; featureCode: string | null }[]
  >`
    SELECT id, country_code AS "countryCode", latitude, longitude, feature_code AS "featureCode"
    FROM place WHERE type = 'AIRPORT' AND status = 'ACTIVE' AND iata_code IS NOT NULL ORDER BY id`;
  return rows.map(({ featureCode, ...airport }) => ({ ...airport, ...airportKindOf(featureCode) }));
}

/** Those that nothing but distance can tell the city of. One that has a city keeps it. */
export async function listStrayDistricts(tx: Database): Promise<ContextPlace[]> {
  return tx<ContextPlace[]>`
    SELECT district.id, district.type, district.country_code, district.region_code, district.latitude,
      district.longitude, district.population, district.weight
    FROM place AS district
    LEFT JOIN place AS parent
      ON parent.id = district.parent_id AND parent.type = 'CITY' AND parent.status = 'ACTIVE'
    WHERE district.type = 'DISTRICT' AND district.status = 'ACTIVE' AND parent.id IS NULL
    ORDER BY district.id`;
}

export async function listZoneAreas(tx: Database): Promise<{ zone: number; geometry: AreaGeometry }[]> {
  return tx<{ zone: number; geometry: AreaGeometry }[]>`
    SELECT zone, geometry FROM zone_area JOIN place ON place.id = zone_area.zone
    WHERE place.status = 'ACTIVE' ORDER BY zone`;
}

export async function createWanted(tx: Database): Promise<void> {
  await tx.script(`
    CREATE TEMPORARY TABLE wanted_airport (place integer, rank smallint, airport integer, distance_metres integer)
      ON COMMIT DROP;
    CREATE TEMPORARY TABLE wanted_member (zone integer, place integer) ON COMMIT DROP;
    CREATE TEMPORARY TABLE wanted_parent (place integer, parent integer) ON COMMIT DROP;
    CREATE TEMPORARY TABLE wanted_region (airport integer, city integer) ON COMMIT DROP;`);
}

export type Wanted = 'wanted_airport' | 'wanted_member' | 'wanted_parent' | 'wanted_region';

export async function addWanted(tx: Database, table: Wanted, rows: readonly CopyValue[][]): Promise<void> {
  if (rows.length > 0) await tx.copyIn(`COPY ${table} FROM STDIN`, copyChunks(rows));
}
