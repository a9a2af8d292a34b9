import type { Database } from '../../../platform/database/connect.ts';
import type { CityRow, NeighbourRow } from './choose-cities.ts';
import { FAMOUS_CITIES } from './famous-cities.ts';

export async function listCityRows(db: Database): Promise<CityRow[]> {
  const names = [...new Set(FAMOUS_CITIES.map(({ name }) => name))];
  return db<CityRow[]>`
    SELECT city.id, city.place_id AS "placeId", city.name, region.name AS "regionName",
      city.country_code AS "countryCode", city.time_zone AS "timeZone", city.latitude, city.longitude,
      city.population, city.feature_code IS NOT DISTINCT FROM 'PPLC' AS "isCapital"
    FROM place AS city
    LEFT JOIN place AS region ON region.id = city.parent_id AND region.type = 'REGION'
    WHERE city.type = 'CITY' AND city.status = 'ACTIVE' AND (city.feature_code = 'PPLC' OR city.name = ANY (${names}))
    ORDER BY city.place_id`;
}

/**
 * Joins by cells of half a degree, each encoded as one number, because no index covers both coordinates. The CTE is
 * materialised so that the planner does not rewrite the join: right after the first load, it still expects only about a
 * dozen places.
 */
export async function listNeighbours(db: Database, cityIds: readonly number[]): Promise<NeighbourRow[]> {
  return db<NeighbourRow[]>`
    WITH cell AS MATERIALIZED (
      SELECT city.id, city.latitude, city.longitude, city.country_code,
        (floor(city.latitude * 2)::integer + y) * 1000 + floor(city.longitude * 2)::integer + x AS number
      FROM place AS city, generate_series(-1, 1) AS y, generate_series(-1, 1) AS x
      WHERE city.id = ANY (${cityIds})
    )
    SELECT cell.id AS "cityId", near.name, near.type, near.country_code AS "countryCode", near.latitude, near.longitude
    FROM cell
    JOIN place AS near
      ON floor(near.latitude * 2)::integer * 1000 + floor(near.longitude * 2)::integer = cell.number
    WHERE near.type IN ('CITY', 'DISTRICT') AND near.status = 'ACTIVE' AND near.id <> cell.id
      AND abs(near.latitude - cell.latitude) < CASE WHEN near.country_code = cell.country_code THEN 0.08 ELSE 0.5 END
      AND abs(near.longitude - cell.longitude) < CASE WHEN near.country_code = cell.country_code THEN 0.12 ELSE 0.5 END
    ORDER BY cell.id, near.place_id`;
}
