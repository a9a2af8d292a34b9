/** What is known of countries and regions: the cities in them, and the areas that exist. */
import type { Database } from '../../../platform/database/connect.ts';
import type { CitySums } from '../../places/sphere.ts';
import type { StagedPlace } from './staged-place.ts';

export interface AreaSums extends CitySums {
  country_code: string;
  region_code: string | null;
  second_region_code: string | null;
}

/** A city of nobody still lies somewhere. */
const LEAST_WEIGHT = 100;

/** Sums over all cities as they will be: those staged, and those of the table that are not. Districts lie in cities. */
export async function sumCities(tx: Database): Promise<AreaSums[]> {
  return tx<AreaSums[]>`
    SELECT country_code, region_code, second_region_code, sum(population)::bigint AS population,
      sum(weight * cos(radians(latitude)) * cos(radians(longitude))) AS x,
      sum(weight * cos(radians(latitude)) * sin(radians(longitude))) AS y,
      sum(weight * sin(radians(latitude))) AS z
    FROM (
      SELECT country_code, region_code, second_region_code, latitude, longitude, population,
        population + ${LEAST_WEIGHT} AS weight
      FROM staged_place WHERE type = 'CITY'
      UNION ALL
      SELECT place.country_code, place.region_code, split_part(second.source_id, '.', 3), place.latitude,
        place.longitude, place.population, place.population + ${LEAST_WEIGHT}
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
