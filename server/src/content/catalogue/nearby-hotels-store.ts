/** Lists the hotels in a place or around a point, nearest first. */
import type { HotelsByDestinationRequest } from '@serai/contract/content/hotels-by-destination.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { type ChangeWindow, type ListedRow, listedColumns, withinWindow } from '../change-window-store.ts';
import { boundingBox } from './bounding-box.ts';
import type { StoredHotel } from './hotel-view.ts';
import { type HotelRow, hotelColumns, hotelJoins, toStoredHotel } from './list-hotels-store.ts';

export interface NearbyFilter extends ChangeWindow {
  environment: Environment;
  latitude: number;
  longitude: number;
  /** Either a place, with the approximate number of its hotels, or a radius. */
  within: { place: number; hotels: number } | { radiusMetres: number };
  conditions: NonNullable<HotelsByDestinationRequest['filters']>;
}

export interface NearbyPosition {
  metres: number;
  hotelId: string;
}

/**
 * Calculating the distances of this many hotels takes about ten milliseconds. In a place with more hotels, the search
 * starts around its centre.
 */
const LARGE_PLACE_HOTELS = 2_000;
const RADII_METRES = [5_000, 20_000, 80_000, 320_000];

/** In a large place, a page far from the centre must calculate the distances of all nearer hotels. */
export async function listNearbyHotels(
  db: Database,
  filter: NearbyFilter,
  after: NearbyPosition | undefined,
  limit: number,
): Promise<(StoredHotel & NearbyPosition & ListedRow)[]> {
  const { within } = filter;
  const isLarge = 'place' in within && within.hotels > LARGE_PLACE_HOTELS;
  for (const radiusMetres of isLarge ? RADII_METRES : []) {
    if (after !== undefined && after.metres >= radiusMetres) continue;
    const found = await readNearby(db, filter, radiusMetres, after, limit);
    if (found.length === limit) return found;
  }
  return readNearby(db, filter, 'place' in within ? undefined : within.radiusMetres, after, limit);
}

/** Joins other tables only for the hotels on the page. */
async function readNearby(
  db: Database,
  filter: NearbyFilter,
  radiusMetres: number | undefined,
  after: NearbyPosition | undefined,
  limit: number,
): Promise<(StoredHotel & NearbyPosition & ListedRow)[]> {
  const { environment, latitude, longitude, within } = filter;
  const rows = await db<(HotelRow & ListedRow & { metres: number })[]>`
    SELECT ${hotelColumns(db)}, hotel.metres, ${listedColumns(db, db`hotel`)}
    FROM (
      SELECT hotel.*, metres
      FROM hotel
      CROSS JOIN LATERAL (
        SELECT metres_between(${latitude}, ${longitude}, hotel.latitude, hotel.longitude) AS metres) AS distance
      WHERE hotel.environment = ${environment} AND hotel.status = 'ACTIVE'
        ${'place' in within ? db`AND hotel.places @> ARRAY[${within.place}::integer]` : db``}
        ${radiusMetres === undefined ? db`` : aroundPoint(db, filter, { radiusMetres })}
        ${matching(db, filter.conditions)}
        ${withinWindow(db, filter, db`hotel`)}
        ${after ? db`AND (metres, hotel.hotel_id) > (${after.metres}::double precision, ${after.hotelId})` : db``}
      ORDER BY metres, hotel.hotel_id
      LIMIT ${limit}
    ) AS hotel ${hotelJoins(db)}
    ORDER BY hotel.metres, hotel.hotel_id`;
  return rows.map(row => ({
    ...toStoredHotel(row),
    metres: row.metres,
    pin: row.pin,
    changeId: row.changeId,
  }));
}

/**
 * A condition for queries that define `metres`. Scans a band of hotel_by_location: longitudes are compared within the
 * index, distances only for the remaining rows.
 */
export function aroundPoint(
  db: Database,
  { latitude, longitude }: { latitude: number; longitude: number },
  { radiusMetres }: { radiusMetres: number },
): Statement {
  const { south, north, west, east } = boundingBox(latitude, longitude, radiusMetres);
  return db`
    AND hotel.latitude BETWEEN ${south}::double precision AND ${north}::double precision
    ${west === undefined || east === undefined ? db`` : longitudes(db, west, east)}
    AND metres <= ${radiusMetres}::double precision`;
}

/** A rectangle on the map. If `west` is greater than `east`, it crosses the antimeridian. */
export interface Box {
  north: number;
  south: number;
  east: number;
  west: number;
}

export function inBox(db: Database, { north, south, east, west }: Box): Statement {
  return db`
    AND hotel.latitude BETWEEN ${south}::double precision AND ${north}::double precision
    ${longitudes(db, west, east)}`;
}

function longitudes(db: Database, west: number, east: number): Statement {
  if (west <= east) {
    return db`AND hotel.longitude BETWEEN ${west}::double precision AND ${east}::double precision`;
  }
  return db`AND (hotel.longitude >= ${west}::double precision OR hotel.longitude <= ${east}::double precision)`;
}

function matching(db: Database, conditions: NearbyFilter['conditions']): Statement {
  const { types, categoryCodes, minStars, maxStars, facilityCodes, chainCodes } = conditions;
  return db`
    ${types ? db`AND hotel.type = ANY (${types}::text[])` : db``}
    ${categoryCodes ? db`AND hotel.category_code = ANY (${categoryCodes}::text[])` : db``}
    ${minStars === undefined ? db`` : db`AND hotel.stars >= ${minStars}::numeric`}
    ${maxStars === undefined ? db`` : db`AND hotel.stars <= ${maxStars}::numeric`}
    ${facilityCodes ? db`AND hotel.facility_codes @> ${facilityCodes}::text[]` : db``}
    ${chainCodes ? db`AND hotel.chain_code = ANY (${chainCodes}::text[])` : db``}`;
}
