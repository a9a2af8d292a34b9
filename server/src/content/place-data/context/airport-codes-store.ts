/**
 * Stores codes that are derived from airports as names in `zxx` (no linguistic content). A city has the IATA codes of the
 * airports that serve it, as class 4. A region has its ISO 3166-2 code, as class 2, because people write it after a city,
 * as in `Sydney NS`. GeoNames uses other region codes, but the record of each airport contains the ISO code of its
 * region.
 */
import type { Database } from '../../../platform/database/connect.ts';
import type { Point } from '../../places/sphere.ts';
import { airportKindOf } from '../airport-size.ts';
import { copyChunks } from '../staging/copy-text.ts';
import { changeNames } from '../staging/merge-names-store.ts';

/**
 * The share of a region's airports that must agree on its code. Some airports lie near a border, and some regions were
 * redrawn.
 */
export const MIN_SHARE = 0.6;

/** Returns how many names changed. Regions without a staged airport keep their codes. */
export async function applyRegionCodes(tx: Database): Promise<number> {
  await tx`
    CREATE TEMPORARY TABLE region_code ON COMMIT DROP AS
    WITH listed AS (
      SELECT region.id AS region, staged.iso_region, count(*) AS airports
      FROM staged_place AS staged
      JOIN place AS airport USING (source, source_id)
      JOIN place AS region ON region.id = airport.parent_id AND region.type = 'REGION' AND region.status = 'ACTIVE'
      WHERE staged.type = 'AIRPORT' AND split_part(staged.iso_region, '-', 1) = region.country_code
      GROUP BY region.id, staged.iso_region
    ), ranked AS (
      SELECT region, split_part(iso_region, '-', 2) AS code,
        airports >= ${MIN_SHARE} * sum(airports) OVER (PARTITION BY region)
          AND row_number() OVER (PARTITION BY region ORDER BY airports DESC, iso_region) = 1
          AND row_number() OVER (PARTITION BY iso_region ORDER BY airports DESC, region) = 1 AS is_best
      FROM listed
    )
    SELECT region, max(code) FILTER (WHERE is_best AND code ~ '^[A-Z]{2,3}$') AS code FROM ranked GROUP BY region`;
  const removed = await changeNames(
    tx,
    tx`
    DELETE FROM place_name AS name USING region_code AS known
    WHERE name.place = known.region AND name.class = 2 AND name.language = 'zxx'
      AND name.name IS DISTINCT FROM known.code
    RETURNING name.place, name.language, name.class`,
  );
  const added = await changeNames(
    tx,
    tx`
    INSERT INTO place_name (place, name, language, class)
    SELECT region, code, 'zxx', 2 FROM region_code WHERE code IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING place, language, class`,
  );
  await tx.script('DROP TABLE region_code');
  return removed + added;
}

export interface StagedAirport {
  id: number;
  iataCode: string;
  municipality: string | null;
  scheduled: boolean;
}

export async function listStagedAirports(tx: Database): Promise<StagedAirport[]> {
  const rows = await tx<(Omit<StagedAirport, 'scheduled'> & { featureCode: string | null })[]>`
    SELECT place.id, place.iata_code AS "iataCode", staged.municipality, place.feature_code AS "featureCode"
    FROM staged_place AS staged JOIN place USING (source, source_id)
    WHERE staged.type = 'AIRPORT' ORDER BY place.id`;
  return rows.map(({ featureCode, ...airport }) => ({ ...airport, ...airportKindOf(featureCode) }));
}

export async function addTowns(tx: Database, towns: readonly (readonly [number, string])[]): Promise<void> {
  await tx.script('CREATE TEMPORARY TABLE airport_town (airport integer, name text) ON COMMIT DROP');
  await tx.copyIn('COPY airport_town FROM STDIN', copyChunks(towns));
  await tx.script('ANALYZE airport_town');
}

export interface TownCandidate {
  airport: number;
  place: number;
  weight: number;
  from: Point;
  to: Point;
}

/** Joins by name first and then by country. The other order would pair every airport with every city in its country. */
export async function listTownCandidates(tx: Database): Promise<TownCandidate[]> {
  const rows = await tx<
    {
      airport: number;
      place: number;
      weight: number;
      from_latitude: number;
      from_longitude: number;
      latitude: number;
      longitude: number;
    }[]
  >`
    WITH named AS MATERIALIZED (
      SELECT town.airport, name.place
      FROM airport_town AS town
      JOIN place_name AS name ON lower(name.name COLLATE "C") = town.name AND name.class <= 3
    )
    SELECT DISTINCT named.airport, named.place, place.weight, airport.latitude AS from_latitude,
      airport.longitude AS from_longitude, place.latitude, place.longitude
    FROM named
    JOIN place ON place.id = named.place AND place.type = 'CITY' AND place.status = 'ACTIVE'
    JOIN place AS airport ON airport.id = named.airport
    WHERE airport.country_code = place.country_code
    ORDER BY named.airport, named.place`;
  await tx.script('DROP TABLE airport_town');
  return rows.map(row => ({
    airport: row.airport,
    place: row.place,
    weight: row.weight,
    from: { latitude: row.from_latitude, longitude: row.from_longitude },
    to: { latitude: row.latitude, longitude: row.longitude },
  }));
}

export async function removeStaleCodes(tx: Database): Promise<number> {
  return changeNames(
    tx,
    tx`
    DELETE FROM place_name WHERE class = 4 AND language = 'zxx' AND NOT EXISTS (
      SELECT FROM place
      WHERE place.type = 'AIRPORT' AND place.status = 'ACTIVE' AND place.iata_code = place_name.name)
    RETURNING place, language, class`,
  );
}

/** Replaces the cities that are linked to the staged airports. */
export async function replaceCodes(
  tx: Database,
  served: readonly { city: number; iataCode: string }[],
): Promise<number> {
  await tx.script('CREATE TEMPORARY TABLE served_city (place integer, name text) ON COMMIT DROP');
  await tx.copyIn('COPY served_city FROM STDIN', copyChunks(served.map(each => [each.city, each.iataCode])));
  const removed = await changeNames(
    tx,
    tx`
    DELETE FROM place_name AS name
    WHERE name.class = 4 AND name.language = 'zxx'
      AND name.name IN (SELECT iata_code FROM staged_place WHERE type = 'AIRPORT')
      AND NOT EXISTS (SELECT FROM served_city WHERE place = name.place AND served_city.name = name.name)
    RETURNING name.place, name.language, name.class`,
  );
  const added = await changeNames(
    tx,
    tx`
    INSERT INTO place_name (place, name, language, class)
    SELECT DISTINCT place, name, 'zxx', 4 FROM served_city
    ON CONFLICT DO NOTHING
    RETURNING place, language, class`,
  );
  await tx.script('DROP TABLE served_city');
  return removed + added;
}
