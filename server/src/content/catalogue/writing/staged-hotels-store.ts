/** Writes staged hotels. A hotel equal to the stored one is not touched and keeps its change timestamp. */
import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite } from './catalogue-write.ts';
import type { StagedRange } from './staging-store.ts';

/** Returns the number of changed hotels. */
export async function updateStagedHotels(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  { after, upTo }: StagedRange,
): Promise<number> {
  const { count } = await tx`
    UPDATE hotel AS stored SET
      status = given.status, merged_into = given.target, stated_target = given.target, type = given.type,
      category_code = given.category_code, stars = given.stars, chain_code = given.chain_code,
      country_code = given.country_code, city = given.city, places = given.places, latitude = given.latitude,
      longitude = given.longitude, facility_codes = given.facility_codes, time_zone = given.time_zone,
      source_id = given.source_id, name_words = array_to_tsvector(given.name_words), content = given.content,
      change_id = ${changeId}
    FROM staged_hotel AS given
    WHERE given.hotel_id > ${after} AND given.hotel_id <= ${upTo}
      AND stored.environment = ${environment} AND stored.hotel_id = given.hotel_id
      AND stored.hotel_id > ${after} AND stored.hotel_id <= ${upTo}
      AND (stored.content::text <> given.content::text
        OR stored.places <> given.places
        OR (stored.city, stored.time_zone) IS DISTINCT FROM (given.city, given.time_zone)
        OR CASE given.status
          WHEN 'MERGED' THEN given.target NOT IN (coalesce(stored.stated_target, ''), coalesce(stored.merged_into, ''))
          ELSE stored.status <> given.status END)`;
  return count;
}

/** The number of new hotels. Writers run one at a time, so no other writer can interfere. */
export async function insertStagedHotels(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  { after, upTo }: StagedRange,
): Promise<number> {
  const { count } = await tx`
    INSERT INTO hotel (environment, hotel_id, status, merged_into, stated_target, type, category_code, stars,
      chain_code, country_code, city, places, latitude, longitude, facility_codes, time_zone, source_id, name_words, content,
      created_change_id, change_id)
    SELECT ${environment}, hotel_id, status, target, target, type, category_code, stars, chain_code, country_code, city,
      places, latitude, longitude, facility_codes, time_zone, source_id, array_to_tsvector(name_words), content,
      ${changeId}, ${changeId}
    FROM staged_hotel AS given
    WHERE hotel_id > ${after} AND hotel_id <= ${upTo} AND NOT EXISTS (
      SELECT FROM hotel
      WHERE environment = ${environment} AND hotel.hotel_id = given.hotel_id
        AND hotel.hotel_id > ${after} AND hotel.hotel_id <= ${upTo})
    ORDER BY hotel_id`;
  return count;
}
