/** What must follow when places have changed: the version of the index, and the places that hotels lie in. */
import type { Database } from '../../platform/database/connect.ts';
import { servesHotels } from '../catalogue/airport-hotels-store.ts';

/** Deeper than any true line of parents and successors. */
const MAX_DEPTH = 16;

export async function raisePlacesVersion(tx: Database): Promise<void> {
  await tx`UPDATE catalogue_version SET places = places + 1`;
}

/**
 * Hotels whose surroundings changed get the new ones; counts follow by triggers. The hotels themselves did not change,
 * so their `change_id` stays, and nobody who mirrors the catalogue fetches them again.
 */
export async function followPlaces(tx: Database): Promise<number> {
  const { count } = await tx`
    WITH RECURSIVE start AS (
      SELECT DISTINCT coalesce(hotel.city, country.id) AS id
      FROM hotel
      LEFT JOIN place AS country
        ON country.type = 'COUNTRY' AND country.country_code = hotel.country_code AND country.status = 'ACTIVE'
    ), line AS (
      SELECT place.id AS start, place.id, place.type, place.status, place.merged_into, place.parent_id, 0 AS depth
      FROM start JOIN place USING (id)
      UNION ALL
      SELECT line.start, place.id, place.type, place.status, place.merged_into, place.parent_id, line.depth + 1
      FROM line JOIN place ON place.id = coalesce(line.merged_into, line.parent_id)
      WHERE line.depth < ${MAX_DEPTH}
    ), contains AS (
      SELECT start, id FROM line WHERE status = 'ACTIVE'
      UNION
      SELECT line.start, zone.id FROM line
      JOIN zone_member ON zone_member.place = line.id
      JOIN place AS zone ON zone.id = zone_member.zone AND zone.status = 'ACTIVE'
      WHERE line.status = 'ACTIVE'
      UNION
      SELECT line.start, airport.id FROM line
      JOIN place_airport AS served ON served.place = line.id
      JOIN place AS airport ON airport.id = served.airport AND airport.status = 'ACTIVE'
      WHERE line.status = 'ACTIVE' AND line.type IN ('CITY', 'DISTRICT') AND ${servesHotels(tx, tx`served`)}
    ), wanted AS (
      SELECT start, array_agg(id ORDER BY id) AS places FROM contains GROUP BY start
    )
    UPDATE hotel SET places = wanted.places
    FROM wanted
    WHERE wanted.start = coalesce(hotel.city, (
        SELECT country.id FROM place AS country
        WHERE country.type = 'COUNTRY' AND country.country_code = hotel.country_code AND country.status = 'ACTIVE'))
      AND hotel.places <> wanted.places`;
  return count;
}
