import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { idRange } from '../../../platform/operations/operator/search-source.ts';
import type { RecordStatus } from '../../catalogue/catalogue-hotel.ts';
import type { StoredHotel, StoredRoom } from '../../catalogue/hotel-view.ts';
import { type HotelRow, hotelColumns, hotelJoins, toStoredHotel } from '../../catalogue/list-hotels-store.ts';

export interface BrowseFilter {
  environment: Environment;
  /** The beginning of a hotel id. */
  idPrefix: string | undefined;
  /** A full-text condition from `nameQuery`. */
  words: string | undefined;
  place: number | undefined;
  countryCode: string | undefined;
  status: RecordStatus | undefined;
  after: string;
  limit: number;
}

export interface BrowsedHotel extends StoredHotel {
  rooms: number;
}

/**
 * Lists hotels in the order of their ids. Uses the primary key, or hotel_by_name, hotel_by_place, hotel_by_country or
 * hotel_ended if they select fewer rows. Rooms are only counted for the page.
 */
export async function browseHotels(db: Database, filter: BrowseFilter): Promise<BrowsedHotel[]> {
  const { environment, idPrefix, words, place, countryCode, status, after, limit } = filter;
  const rows = await db<(HotelRow & { rooms: number })[]>`
    WITH chosen AS MATERIALIZED (
      SELECT hotel_id FROM hotel
      WHERE environment = ${environment} AND hotel_id > ${after}
        ${idPrefix === undefined ? db`` : startsWith(db, idPrefix)}
        ${words === undefined ? db`` : db`AND name_words @@ ${words}::text::tsquery`}
        ${place === undefined ? db`` : db`AND places @> ARRAY[${place}::integer]`}
        ${countryCode === undefined ? db`` : db`AND country_code = ${countryCode}`}
        ${status === undefined ? db`` : hasStatus(db, status)}
      ORDER BY hotel_id LIMIT ${limit}
    )
    SELECT ${hotelColumns(db)}, (
      SELECT count(*)::integer FROM room
      WHERE room.environment = ${environment} AND room.hotel_id = hotel.hotel_id AND room.status = 'ACTIVE') AS rooms
    FROM chosen JOIN hotel ON hotel.environment = ${environment} AND hotel.hotel_id = chosen.hotel_id ${hotelJoins(db)}
    ORDER BY hotel.hotel_id`;
  return rows.map(row => ({ ...toStoredHotel(row), rooms: row.rooms }));
}

function startsWith(db: Database, prefix: string) {
  const { from, to } = idRange(prefix);
  return db`AND hotel_id >= ${from} AND hotel_id <= ${to} AND starts_with(hotel_id, ${prefix})`;
}

/** Repeats the condition of the partial index, which few rows satisfy. */
function hasStatus(db: Database, status: RecordStatus) {
  return status === 'ACTIVE' ? db`AND status = 'ACTIVE'` : db`AND status <> 'ACTIVE' AND status = ${status}`;
}

export async function findHotel(
  db: Database,
  environment: Environment,
  hotelId: string,
): Promise<StoredHotel | undefined> {
  const [row] = await db<HotelRow[]>`
    SELECT ${hotelColumns(db)} FROM hotel ${hotelJoins(db)}
    WHERE hotel.environment = ${environment} AND hotel.hotel_id = ${hotelId}`;
  return row && toStoredHotel(row);
}

/** Lists removed rooms too, after the others. */
export async function listRoomsOfHotel(
  db: Database,
  environment: Environment,
  hotelId: string,
  limit: number,
): Promise<(StoredRoom & { all: number })[]> {
  return [
    ...(await db<(StoredRoom & { all: number })[]>`
      SELECT room.hotel_id AS "hotelId", room.room_code AS "roomCode", room.content, room.status,
        room.merged_into AS "mergedInto", change.at AS "updatedAt", (count(*) OVER ())::integer AS all
      FROM room JOIN catalogue_change AS change ON change.id = room.change_id
      WHERE room.environment = ${environment} AND room.hotel_id = ${hotelId}
      ORDER BY room.status <> 'ACTIVE', room.room_code LIMIT ${limit}`),
  ];
}
