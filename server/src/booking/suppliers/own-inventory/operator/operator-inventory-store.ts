import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { NamedCodes, Nights } from '../stores/read-store.ts';
import type { PropertyKey } from '../stores/rooms-store.ts';

type Names = Readonly<Record<string, string>>;

export interface SoldPropertyRow {
  hotelId: string;
  names: Names;
  status: 'ACTIVE' | 'INACTIVE' | 'MERGED';
  city: string | null;
  countryCode: string;
  currency: string;
  rooms: number;
  plans: number;
  firstNight: string | null;
  lastNight: string | null;
}

/** Uses the primary keys, also for the first and last night of each property. */
export async function listSoldProperties(
  db: Database,
  environment: Environment,
  after: string,
  limit: number,
): Promise<SoldPropertyRow[]> {
  return db<SoldPropertyRow[]>`
    SELECT hotel.hotel_id AS "hotelId", hotel.content -> 'name' AS names, hotel.status,
      hotel.content -> 'address' ->> 'city' AS city, hotel.country_code AS "countryCode", document ->> 'currency' AS currency,
      json_array_length(document -> 'rooms') AS rooms,
      (SELECT count(*) FROM json_array_elements(document -> 'plans') AS plan
        WHERE plan ->> 'active' IS DISTINCT FROM 'false')::integer AS plans, ${nightColumns(db)}
    FROM inventory_property AS property JOIN hotel USING (environment, hotel_id)
    WHERE environment = ${environment} AND hotel.hotel_id > ${after}
    ORDER BY hotel.hotel_id LIMIT ${limit}`;
}

export interface ShownPropertyRow {
  document: InventoryDocument;
  names: Names;
  status: SoldPropertyRow['status'];
  timeZone: string | null;
  firstNight: string | null;
  lastNight: string | null;
  version: number;
}

export async function findShownProperty(
  db: Database,
  { environment, hotelId }: PropertyKey,
): Promise<ShownPropertyRow | undefined> {
  const [row] = await db<ShownPropertyRow[]>`
    SELECT document, hotel.content -> 'name' AS names, hotel.status, hotel.time_zone AS "timeZone",
      document_version AS version, ${nightColumns(db)}
    FROM inventory_property AS property JOIN hotel USING (environment, hotel_id)
    WHERE environment = ${environment} AND hotel_id = ${hotelId}`;
  return row;
}

function nightColumns(db: Database) {
  const night = (pick: ReturnType<Database>) => db`
    (SELECT ${pick}(night) FROM inventory_allotment AS cell
      WHERE cell.environment = property.environment AND cell.hotel_id = property.hotel_id)`;
  return db`${night(db`min`)} AS "firstNight", ${night(db`max`)} AS "lastNight"`;
}

export async function readRoomNames(
  db: Database,
  { environment, hotelId }: PropertyKey,
  roomCodes: readonly string[],
): Promise<{ roomCode: string; names: Names }[]> {
  return db<{ roomCode: string; names: Names }[]>`
    SELECT room_code AS "roomCode", content -> 'name' AS names FROM room
    WHERE environment = ${environment} AND hotel_id = ${hotelId} AND room_code = ANY (${roomCodes}::text[])`;
}

export interface RoomsOfNight {
  night: string;
  roomCode: string;
  total: number;
  sold: number;
  excess: number;
}

/** Needs no limit, because a property has at most 200 room types, and a query spans a few months. */
export async function readRoomNights(
  db: Database,
  { environment, hotelId }: PropertyKey,
  { from, to }: Nights,
  { roomCodes }: Pick<NamedCodes, 'roomCodes'> = {},
): Promise<RoomsOfNight[]> {
  return db<RoomsOfNight[]>`
    SELECT night, room_code AS "roomCode", total, sold, excess FROM inventory_allotment
    WHERE environment = ${environment} AND hotel_id = ${hotelId} AND night >= ${from} AND night < ${to}
      ${roomCodes === undefined ? db`` : db`AND room_code = ANY (${roomCodes}::text[])`}
    ORDER BY night`;
}

/** Returns the first night from `from` on that has an allotment. */
export async function findOpenNight(
  db: Database,
  { environment, hotelId }: PropertyKey,
  from: string,
): Promise<string | undefined> {
  const [row] = await db<{ night: string }[]>`
    SELECT night FROM inventory_allotment
    WHERE environment = ${environment} AND hotel_id = ${hotelId} AND night >= ${from} AND total > 0
    ORDER BY night LIMIT 1`;
  return row?.night;
}

export async function findOwnHotels(
  db: Database,
  environment: Environment,
  hotelIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db<{ hotelId: string }[]>`
    SELECT hotel_id AS "hotelId" FROM inventory_property
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[])`;
  return new Set(rows.map(({ hotelId }) => hotelId));
}
