/** Lists hotels by id, or by change with `updatedSince`. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { type ChangeWindow, type ListedRow, listedColumns, withinWindow } from '../change-window-store.ts';
import type { StoredHotel } from './hotel-view.ts';

export interface HotelFilter extends ChangeWindow {
  environment: Environment;
  hotelIds?: readonly string[] | undefined;
  place?: number | undefined;
  countryCode?: string | undefined;
  categoryCodes?: readonly string[] | undefined;
}

export interface HotelPosition {
  changeId: number;
  hotelId: string;
}

/**
 * Uses the primary key, or hotel_by_change with `updatedSince`, unless ids or a small place select fewer rows. Removed
 * hotels are only returned if they are requested by id or in a list of changes.
 */
export async function listHotels(
  db: Database,
  filter: HotelFilter,
  after: HotelPosition | undefined,
  limit: number,
): Promise<(StoredHotel & ListedRow)[]> {
  const { environment, hotelIds, place, countryCode, categoryCodes, updatedSince } = filter;
  const hidesRemoved = hotelIds === undefined && updatedSince === undefined;
  const rows = await db<(HotelRow & ListedRow)[]>`
    SELECT ${hotelColumns(db)}, ${listedColumns(db, db`hotel`)}
    FROM hotel ${hotelJoins(db)}
    WHERE hotel.environment = ${environment}
      ${hidesRemoved ? db`AND hotel.status = 'ACTIVE'` : db``}
      ${hotelIds ? db`AND hotel.hotel_id = ANY (${hotelIds}::text[])` : db``}
      ${place === undefined ? db`` : db`AND hotel.places @> ARRAY[${place}::integer]`}
      ${countryCode ? db`AND hotel.country_code = ${countryCode}` : db``}
      ${categoryCodes ? db`AND hotel.category_code = ANY (${categoryCodes}::text[])` : db``}
      ${withinWindow(db, filter, db`hotel`)}
      ${after === undefined ? db`` : isAfter(db, filter, after)}
    ORDER BY ${updatedSince === undefined ? db`hotel.hotel_id` : db`hotel.change_id, hotel.hotel_id`}
    LIMIT ${limit}`;
  return rows.map(row => ({ ...toStoredHotel(row), pin: row.pin, changeId: row.changeId }));
}

function isAfter(
  db: Database,
  { updatedSince }: HotelFilter,
  { changeId, hotelId }: HotelPosition,
): Statement {
  if (updatedSince === undefined) return db`AND hotel.hotel_id > ${hotelId}`;
  return db`AND (hotel.change_id, hotel.hotel_id) > (${changeId}, ${hotelId})`;
}

/** Returns the ids that are in the catalogue, including those of removed hotels. */
export async function findKnownHotels(
  db: Database,
  environment: Environment,
  hotelIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db<{ hotel_id: string }[]>`
    SELECT hotel_id FROM hotel WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[])`;
  return new Set(rows.map(({ hotel_id }) => hotel_id));
}

export interface HotelRow {
  hotel_id: string;
  status: StoredHotel['status'];
  merged_into: string | null;
  at: Date;
  stars: string | null;
  time_zone: string | null;
  city_id: string | null;
  content: StoredHotel['content'];
}

export function hotelColumns(db: Database): Statement {
  return db`hotel.hotel_id, hotel.status, hotel.merged_into, hotel.stars, hotel.time_zone, hotel.content,
    city.place_id AS city_id, change.at`;
}

export function hotelJoins(db: Database): Statement {
  return db`
    JOIN catalogue_change AS change ON change.id = hotel.change_id
    LEFT JOIN place AS city ON city.id = hotel.city`;
}

export function toStoredHotel(row: HotelRow): StoredHotel {
  return {
    hotelId: row.hotel_id,
    status: row.status,
    mergedInto: row.merged_into,
    updatedAt: row.at,
    stars: row.stars === null ? null : Number(row.stars),
    timeZone: row.time_zone,
    canonicalCityId: row.city_id,
    content: row.content,
  };
}
