import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { aroundPoint, type Box, inBox } from '../catalogue/nearby-hotels-store.ts';
import type { HotelForSaleRow } from './hotel-for-sale.ts';

export interface FoundForSale extends HotelForSaleRow {
  /** The requested id, which is that of the hotel or of a hotel that was merged into it. */
  requestedId: string;
}

/** Reads hotels that are ACTIVE or were merged into an ACTIVE hotel. */
export async function readHotelsForSale(
  db: Database,
  environment: Environment,
  hotelIds: readonly string[],
): Promise<FoundForSale[]> {
  return db<FoundForSale[]>`
    SELECT requested.hotel_id AS "requestedId", hotel.hotel_id AS "hotelId", hotel.country_code AS "countryCode",
      hotel.time_zone AS "timeZone", hotel.category_code AS "categoryCode", hotel.stars, hotel.latitude,
      hotel.longitude, hotel.chain_code AS "chainCode",
      hotel.facility_codes AS facilities,
      ARRAY(SELECT place.place_id FROM place WHERE place.id = ANY (hotel.places)) AS "placeIds",
      hotel.content -> 'name' AS names, coalesce(sold.rooms, '[]') AS rooms
    FROM hotel AS requested
    JOIN hotel ON hotel.environment = ${environment} AND hotel.hotel_id = coalesce(requested.merged_into, requested.hotel_id)
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('roomCode', room_code, 'names', room.content -> 'name',
        'occupancy', room.content -> 'occupancy', 'beds', room.content -> 'beds') ORDER BY room_code) AS rooms
      FROM room
      WHERE room.environment = ${environment} AND room.hotel_id = hotel.hotel_id AND room.status = 'ACTIVE'
    ) AS sold
    WHERE requested.environment = ${environment} AND requested.hotel_id = ANY (${hotelIds}::text[])
      AND hotel.status = 'ACTIVE'`;
}

export interface Reach {
  environment: Environment;
  latitude: number;
  longitude: number;
  within: { place: number } | { radiusMetres: number } | { box: Box };
}

export interface HotelInReach {
  hotelId: string;
  metres: number;
  latitude: number;
  longitude: number;
}

/**
 * Lists the nearest hotels first. It calculates the distance of every hotel in a place, which takes tens of milliseconds
 * for 5,000 hotels. A rectangle may cover a continent, so its hotels are read in growing circles around the centre.
 */
export async function readHotelsInReach(db: Database, reach: Reach, limit: number): Promise<HotelInReach[]> {
  for (const radiusMetres of 'box' in reach.within ? RADII_METRES : []) {
    const nearest = await readNearest(db, reach, limit, radiusMetres);
    if (nearest.length === limit) return nearest;
  }
  return readNearest(db, reach, limit);
}

const RADII_METRES = [20_000, 160_000, 640_000, 2_560_000];

async function readNearest(
  db: Database,
  reach: Reach,
  limit: number,
  radiusMetres?: number,
): Promise<HotelInReach[]> {
  const { environment, latitude, longitude } = reach;
  return db<HotelInReach[]>`
    SELECT hotel.hotel_id AS "hotelId", metres, hotel.latitude, hotel.longitude
    FROM hotel
    CROSS JOIN LATERAL (
      SELECT metres_between(${latitude}, ${longitude}, hotel.latitude, hotel.longitude) AS metres) AS distance
    WHERE hotel.environment = ${environment} AND hotel.status = 'ACTIVE'
      ${extent(db, reach)}
      ${radiusMetres === undefined ? db`` : aroundPoint(db, reach, { radiusMetres })}
    ORDER BY metres, hotel.hotel_id
    LIMIT ${limit}`;
}

function extent(db: Database, reach: Reach): Statement {
  const { within } = reach;
  if ('place' in within) return db`AND hotel.places @> ARRAY[${within.place}::integer]`;
  return 'box' in within ? inBox(db, within.box) : aroundPoint(db, reach, within);
}

/** The current versions of the catalogue and the ID of its newest change, read in one statement. */
export interface CatalogueMark {
  places: number;
  hotels: number;
  change: number;
}

export async function readCatalogueMark(db: Database): Promise<CatalogueMark> {
  const [row] = await db<CatalogueMark[]>`
    SELECT places, hotels, (SELECT coalesce(max(id), 0) FROM catalogue_change) AS change FROM catalogue_version`;
  return row as CatalogueMark;
}

export interface ChangedHotel {
  environment: Environment;
  hotelId: string;
  isActive: boolean;
  latitude: number;
  longitude: number;
  /** Internal ids of the places that the hotel belongs to. */
  places: number[];
}

/**
 * Lists hotels that changed, or whose rooms changed, after a given change, up to a limit. Uses the indexes on change ids.
 */
export async function listChangedHotels(
  db: Database,
  afterChange: number,
  limit: number,
): Promise<ChangedHotel[]> {
  return db<ChangedHotel[]>`
    SELECT environment, hotel_id AS "hotelId", status = 'ACTIVE' AS "isActive", latitude, longitude, places
    FROM hotel JOIN (
      (SELECT environment, hotel_id FROM hotel
        WHERE environment IN ('sandbox', 'production') AND change_id > ${afterChange} LIMIT ${limit})
      UNION
      (SELECT DISTINCT environment, hotel_id FROM room
        WHERE environment IN ('sandbox', 'production') AND change_id > ${afterChange} LIMIT ${limit})
    ) AS changed USING (environment, hotel_id)`;
}
