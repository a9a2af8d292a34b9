/**
 * Reads and updates the surroundings of places. It reads in batches, so that memory use does not depend on the number of
 * places.
 */
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

/** Lists districts whose city can only be guessed from the distance. A district that has a city keeps it. */
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

export async function applyWanted(tx: Database, changeId: number): Promise<number> {
  await tx.script(
    'ANALYZE wanted_airport; ANALYZE wanted_member; ANALYZE wanted_parent; ANALYZE wanted_region',
  );
  const airports = await applyAirports(tx, changeId);
  const members = await applyMembers(tx);
  const parents = await applyParents(tx, changeId);
  const regions = await applyRegions(tx, changeId);
  await tx.script('DROP TABLE wanted_airport, wanted_member, wanted_parent, wanted_region');
  return airports + members + parents + regions;
}

/**
 * Partners' copies of the destinations contain the codes and order of airports, but not the distances. A new distance
 * alone is therefore no change.
 */
async function applyAirports(tx: Database, changeId: number): Promise<number> {
  await tx`
    UPDATE place SET change_id = ${changeId}
    WHERE change_id <> ${changeId} AND id IN (
      SELECT place FROM place_airport AS known FULL JOIN wanted_airport AS wanted USING (place, rank)
      WHERE known.airport IS DISTINCT FROM wanted.airport)`;
  const removed = await tx`
    DELETE FROM place_airport AS known WHERE NOT EXISTS (
      SELECT FROM wanted_airport AS wanted WHERE wanted.place = known.place AND wanted.rank = known.rank)`;
  const changed = await tx`
    UPDATE place_airport AS known SET airport = wanted.airport, distance_metres = wanted.distance_metres
    FROM wanted_airport AS wanted
    WHERE wanted.place = known.place AND wanted.rank = known.rank
      AND (wanted.airport, wanted.distance_metres) <> (known.airport, known.distance_metres)`;
  const added = await tx`
    INSERT INTO place_airport (place, rank, airport, distance_metres)
    SELECT place, rank, wanted.airport, wanted.distance_metres
    FROM wanted_airport AS wanted LEFT JOIN place_airport AS known USING (place, rank)
    WHERE known.place IS NULL
    ORDER BY place, rank`;
  return removed.count + changed.count + added.count;
}

/** Zones that are lists of places have no area and keep their members. */
async function applyMembers(tx: Database): Promise<number> {
  const removed = await tx`
    DELETE FROM zone_member AS known USING zone_area
    WHERE zone_area.zone = known.zone AND NOT EXISTS (
      SELECT FROM wanted_member AS wanted WHERE wanted.zone = known.zone AND wanted.place = known.place)`;
  const added = await tx`
    INSERT INTO zone_member (zone, place)
    SELECT zone, place FROM wanted_member
    EXCEPT SELECT zone, place FROM zone_member`;
  return removed.count + added.count;
}

async function applyParents(tx: Database, changeId: number): Promise<number> {
  const { count } = await tx`
    UPDATE place SET parent_id = wanted.parent, change_id = ${changeId}
    FROM wanted_parent AS wanted
    WHERE place.id = wanted.place AND place.parent_id IS DISTINCT FROM wanted.parent`;
  return count;
}

/** An airport gets the region of the nearest city. */
async function applyRegions(tx: Database, changeId: number): Promise<number> {
  const { count } = await tx`
    UPDATE place SET region_code = found.region_code, parent_id = found.parent_id, change_id = ${changeId}
    FROM (
      SELECT airport.id, city.region_code, coalesce(region.id, country.id) AS parent_id
      FROM wanted_region AS wanted
      JOIN place AS airport ON airport.id = wanted.airport
      JOIN place AS city ON city.id = wanted.city
      LEFT JOIN place AS region ON region.source = 'geonames-admin1' AND region.status = 'ACTIVE'
        AND region.source_id = city.country_code || '.' || city.region_code
      LEFT JOIN place AS country ON country.source = 'iso-3166' AND country.source_id = airport.country_code
    ) AS found
    WHERE place.id = found.id
      AND (place.region_code, place.parent_id) IS DISTINCT FROM (found.region_code, found.parent_id)`;
  return count;
}
