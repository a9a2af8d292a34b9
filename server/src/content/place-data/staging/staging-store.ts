import type { Database } from '../../../platform/database/connect.ts';
import type { CopyChunks } from '../../../platform/database/connection/copy-in.ts';
import { CITY_MIN_WEIGHT, type CitySums } from '../../places/sphere.ts';
import { copyChunks } from './copy-text.ts';
import { STAGED_PLACE_COLUMNS, type StagedName, type StagedPlace, stagedPlaceRow } from './staged-place.ts';

/**
 * Call this once per transaction, before anything is staged. It turns nested loops off: without statistics about the rows
 * that the transaction wrote, the planner tends to choose them, and a statement takes minutes instead of a second.
 */
export async function createStaging(tx: Database): Promise<void> {
  await tx.script(`
    SET LOCAL idle_in_transaction_session_timeout = 0;
    SET LOCAL work_mem = '128MB';
    SET LOCAL temp_buffers = '64MB';
    SET LOCAL jit = off;
    SET LOCAL enable_nestloop = off;
    CREATE TEMPORARY TABLE staged_place (${STAGED_PLACE_COLUMNS.join(', ')}) ON COMMIT DROP;
    CREATE TEMPORARY TABLE staged_name (source text, source_id text, name text, language text, class smallint)
      ON COMMIT DROP;
    CREATE TEMPORARY TABLE merged_place (n integer, id integer, is_new boolean, has_names boolean) ON COMMIT DROP;
    CREATE TEMPORARY TABLE touched_place (place integer, language text, class smallint) ON COMMIT DROP;`);
}

export function copyPlaces(tx: Database, chunks: CopyChunks): Promise<void> {
  return tx.copyIn('COPY staged_place FROM STDIN', chunks);
}

export function stagePlaces(tx: Database, firstN: number, places: readonly StagedPlace[]): Promise<void> {
  return copyPlaces(tx, copyChunks(places.map((place, i) => stagedPlaceRow(firstN + i, place))));
}

export function stageNames(tx: Database, names: readonly StagedName[]): Promise<void> {
  const rows = names.map(name => [name.source, name.sourceId, name.name, name.language, name.class]);
  return tx.copyIn('COPY staged_name FROM STDIN', copyChunks(rows));
}

export async function analyseStaging(tx: Database): Promise<void> {
  await tx.script('ANALYZE staged_place; ANALYZE staged_name');
}

export interface AreaSums extends CitySums {
  country_code: string;
  region_code: string | null;
  second_region_code: string | null;
}

/**
 * Sums over all cities as they will be after the import: staged cities, and existing cities that are not staged.
 * Districts are left out because they belong to cities.
 */
export async function sumCities(tx: Database): Promise<AreaSums[]> {
  return tx<AreaSums[]>`
    SELECT country_code, region_code, second_region_code, sum(population)::bigint AS population,
      sum(weight * cos(radians(latitude)) * cos(radians(longitude))) AS x,
      sum(weight * cos(radians(latitude)) * sin(radians(longitude))) AS y,
      sum(weight * sin(radians(latitude))) AS z
    FROM (
      SELECT country_code, region_code, second_region_code, latitude, longitude, population,
        population + ${CITY_MIN_WEIGHT} AS weight
      FROM staged_place WHERE type = 'CITY'
      UNION ALL
      SELECT place.country_code, place.region_code, split_part(second.source_id, '.', 3), place.latitude,
        place.longitude, place.population, place.population + ${CITY_MIN_WEIGHT}
      FROM place
      LEFT JOIN place AS second ON second.id = place.parent_id AND second.source = 'geonames-admin2'
      WHERE place.type = 'CITY' AND place.status = 'ACTIVE' AND NOT EXISTS (
        SELECT FROM staged_place AS staged
        WHERE staged.source = place.source AND staged.source_id = place.source_id)
    ) AS city
    GROUP BY country_code, region_code, second_region_code`;
}

export type KnownArea = Pick<
  StagedPlace,
  'source' | 'sourceId' | 'name' | 'language' | 'countryCode' | 'regionCode' | 'latitude' | 'longitude'
>;

export async function listAreas(tx: Database): Promise<KnownArea[]> {
  return tx<KnownArea[]>`
    SELECT source, source_id AS "sourceId", name, language, country_code AS "countryCode",
      region_code AS "regionCode", latitude, longitude
    FROM place
    WHERE source IN ('iso-3166', 'geonames-admin1', 'geonames-admin2') AND status = 'ACTIVE'
    ORDER BY id`;
}
