/**
 * Reads hotels with the data that identifies them, so that they can be compared with the hotels of suppliers.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { HotelContent, RoomContent } from './catalogue-hotel.ts';
import { aroundPoint } from './nearby-hotels-store.ts';

export interface IdentifiableHotel {
  hotelId: string;
  /** Without description, facilities and policies, and with at most 20 image URLs. */
  content: Pick<
    HotelContent,
    'name' | 'type' | 'stars' | 'chain' | 'address' | 'location' | 'contact' | 'externalIds'
  > & { imageUrls: readonly string[] };
}

/** Pages through a country in the order of the hotel ids, using the index `hotel_by_country`. */
export async function listIdentifiableHotels(
  db: Database,
  environment: Environment,
  { country, after, limit }: { country: string; after: string; limit: number },
): Promise<IdentifiableHotel[]> {
  return db<IdentifiableHotel[]>`
    SELECT ${columns(db)} FROM hotel
    WHERE environment = ${environment} AND country_code = ${country} AND hotel_id > ${after} AND status = 'ACTIVE'
    ORDER BY hotel_id LIMIT ${limit}`;
}

export async function findIdentifiableHotels(
  db: Database,
  environment: Environment,
  hotelIds: readonly string[],
): Promise<IdentifiableHotel[]> {
  return db<IdentifiableHotel[]>`
    SELECT ${columns(db)} FROM hotel
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[]) AND status = 'ACTIVE'`;
}

/** The names of hotels by language. Includes hotels that are no longer active. */
export async function findHotelNames(
  db: Database,
  environment: Environment,
  hotelIds: readonly string[],
): Promise<{ hotelId: string; name: HotelContent['name'] }[]> {
  return db`
    SELECT hotel_id AS "hotelId", content -> 'name' AS name FROM hotel
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[])`;
}

/** Active hotels around a point, nearest first. */
export async function listIdentifiableAround(
  db: Database,
  environment: Environment,
  point: { latitude: number; longitude: number },
  { radiusMetres, limit }: { radiusMetres: number; limit: number },
): Promise<IdentifiableHotel[]> {
  return db<IdentifiableHotel[]>`
    SELECT ${columns(db)} FROM hotel
    CROSS JOIN LATERAL (SELECT metres_between(${point.latitude}, ${point.longitude}, latitude, longitude) AS metres)
      AS distance
    WHERE environment = ${environment} AND status = 'ACTIVE' ${aroundPoint(db, point, { radiusMetres })}
    ORDER BY metres, hotel_id LIMIT ${limit}`;
}

export async function listRoomContents(
  db: Database,
  environment: Environment,
  hotelId: string,
  limit: number,
): Promise<RoomContent[]> {
  const rows = await db<{ content: RoomContent }[]>`
    SELECT content FROM room
    WHERE environment = ${environment} AND hotel_id = ${hotelId} AND status = 'ACTIVE'
    ORDER BY room_code LIMIT ${limit}`;
  return rows.map(({ content }) => content);
}

function columns(db: Database): Statement {
  return db`hotel_id AS "hotelId", jsonb_build_object('name', content -> 'name', 'type', type, 'stars', stars,
    'chain', content -> 'chain', 'address', content -> 'address', 'contact', content -> 'contact',
    'location', jsonb_build_object('latitude', latitude, 'longitude', longitude),
    'externalIds', content -> 'externalIds',
    'imageUrls', ARRAY(SELECT image ->> 'url' FROM json_array_elements(content -> 'images') AS image LIMIT 20))
    AS content`;
}
