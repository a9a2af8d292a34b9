/**
 * Updates data that depends on places after they have changed: the version of the place index, and the places that hotels
 * belong to.
 */
import type { Database } from '../../platform/database/connect.ts';
import type { HotelContent } from '../catalogue/catalogue-hotel.ts';
import {
  type ResolvedPlaces,
  resolvePlaces,
  servesHotels,
} from '../catalogue/writing/resolve-places-store.ts';

/** Deeper than any real chain of parents and merged places. */
const MAX_DEPTH = 16;

/** Returns the new version. */
export async function raisePlacesVersion(tx: Database): Promise<number> {
  const [row] = await tx<{ places: number }[]>`
    UPDATE catalogue_version SET places = places + 1 RETURNING places`;
  return row?.places ?? 0;
}

/**
 * Updates the places of hotels whose surroundings changed. Triggers update the counts. The hotels themselves did not
 * change, so `change_id` stays the same and partners' copies do not fetch them again.
 */
export async function updateHotelPlaces(tx: Database): Promise<number> {
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

interface StrandedHotel {
  environment: string;
  hotelId: string;
  countryCode: string;
  latitude: number;
  longitude: number;
  content: HotelContent;
}

const BATCH = 1_000;

/**
 * Moves hotels whose city was retired to the nearest remaining city, as an import would, and returns how many it moved.
 * Their content no longer contains the retired city. Partners see another `canonicalCityId`, so the hotels count as
 * changed.
 */
export async function moveStrandedHotels(tx: Database, changeId: number): Promise<number> {
  let moved = 0;
  // Imports turn nested loops off, but here these are faster: each hotel reads only a few rows of its country.
  await tx.script('SET LOCAL enable_nestloop = on');
  for (;;) {
    const hotels = await tx<StrandedHotel[]>`
      SELECT hotel.environment, hotel.hotel_id AS "hotelId", hotel.country_code AS "countryCode", hotel.latitude,
        hotel.longitude, hotel.content
      FROM hotel JOIN place AS city ON city.id = hotel.city
      WHERE city.status = 'INACTIVE'
      ORDER BY hotel.environment, hotel.hotel_id
      LIMIT ${BATCH}`;
    if (hotels.length === 0) break;
    const where = await resolvePlaces(
      tx,
      hotels.map(({ countryCode, latitude, longitude }) => ({ countryCode, latitude, longitude })),
    );
    await writeCities(tx, changeId, hotels, where);
    moved += hotels.length;
  }
  await tx.script('SET LOCAL enable_nestloop = off');
  return moved;
}

async function writeCities(
  tx: Database,
  changeId: number,
  hotels: readonly StrandedHotel[],
  where: readonly ResolvedPlaces[],
): Promise<void> {
  const contents = hotels.map(({ content: { canonicalCityId: _ended, ...content } }) => content);
  await tx`
    UPDATE hotel SET city = given.city, places = given.places::integer[], time_zone = given.time_zone,
      content = given.content::json, change_id = ${changeId}
    FROM unnest(
      ${hotels.map(({ environment }) => environment)}::text[],
      ${hotels.map(({ hotelId }) => hotelId)}::text[],
      ${where.map(({ city }) => city)}::integer[],
      ${where.map(({ places }) => `{${places}}`)}::text[],
      ${where.map(({ timeZone }, i) => contents[i]?.timeZone ?? timeZone)}::text[],
      ${contents.map(content => JSON.stringify(content))}::text[]
    ) AS given (environment, hotel_id, city, places, time_zone, content)
    WHERE hotel.environment = given.environment AND hotel.hotel_id = given.hotel_id`;
}
