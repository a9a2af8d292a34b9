/**
 * Holds and frees rooms for quotes. Every writer first locks the row of the property, which prevents deadlocks, and increments its
 * version. The CHECK constraint of the table is the last safeguard against overselling.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';

export interface PropertyKey {
  environment: Environment;
  hotelId: string;
}

/** `roomCodes` contains one code for each room. */
export interface RoomsOfStay {
  checkIn: string;
  checkOut: string;
  roomCodes: readonly string[];
}

/** Locks the property until the transaction ends and returns its price versions. Returns undefined if it has no inventory. */
export async function lockProperty(
  tx: Database,
  { environment, hotelId }: PropertyKey,
): Promise<{ documentVersion: number; ratesVersion: number } | undefined> {
  const [row] = await tx<{ documentVersion: number; ratesVersion: number }[]>`
    UPDATE inventory_property SET rooms_version = rooms_version + 1
    WHERE environment = ${environment} AND hotel_id = ${hotelId}
    RETURNING document_version AS "documentVersion", rates_version AS "ratesVersion"`;
  return row;
}

/** Deletes the expired holds of a property and frees their rooms. */
export async function dropExpiredHolds(tx: Database, { environment, hotelId }: PropertyKey): Promise<void> {
  await tx`
    WITH expired AS (
      DELETE FROM inventory_hold
      WHERE environment = ${environment} AND hotel_id = ${hotelId} AND expires_at <= serai_now()
      RETURNING check_in, check_out, room_codes
    ), freed AS (
      SELECT day::date AS night, room_code, count(*)::integer AS rooms
      FROM expired, unnest(room_codes) AS room_code, generate_series(check_in, check_out - 1, '1 day') AS day
      GROUP BY day, room_code
    )
    UPDATE inventory_allotment AS cell
    SET held = held - rooms, total = total - least(excess, rooms), excess = excess - least(excess, rooms)
    FROM freed
    WHERE cell.environment = ${environment} AND cell.hotel_id = ${hotelId} AND cell.night = freed.night
      AND cell.room_code = freed.room_code`;
}

interface RoomsLeft {
  isFree: boolean;
  /** Whether at most half of the rooms of each type, or a single room, would be held on each night. */
  isWithinCap: boolean;
}

export async function checkRooms(tx: Database, property: PropertyKey, stay: RoomsOfStay): Promise<RoomsLeft> {
  const [row] = await tx<RoomsLeft[]>`
    WITH needed AS (${needed(tx, stay)})
    SELECT coalesce(bool_and(cell.total - cell.sold - cell.held >= rooms), false)
        AND count(cell.night) = count(*) AS "isFree",
      coalesce(bool_and(cell.held + rooms <= greatest(1, cell.total / 2)), false) AS "isWithinCap"
    FROM needed LEFT JOIN inventory_allotment AS cell ON cell.environment = ${property.environment}
      AND cell.hotel_id = ${property.hotelId} AND cell.night = needed.night AND cell.room_code = needed.room_code`;
  return row ?? { isFree: false, isWithinCap: false };
}

/** `checkRooms` must have found the rooms free under the same lock. */
export async function holdCells(
  tx: Database,
  { environment, hotelId }: PropertyKey,
  { checkIn, checkOut, roomCodes }: RoomsOfStay,
): Promise<void> {
  await tx`
    UPDATE inventory_allotment SET held = held + cardinality(array_positions(${roomCodes}::text[], room_code))
    WHERE environment = ${environment} AND hotel_id = ${hotelId} AND night >= ${checkIn}::date
      AND night < ${checkOut}::date AND room_code = ANY (${roomCodes}::text[])`;
}

/** Freed rooms reduce an excess first. */
export async function giveBackHeld(
  tx: Database,
  { environment, hotelId }: PropertyKey,
  stay: RoomsOfStay,
): Promise<void> {
  await tx`
    WITH needed AS (${needed(tx, stay)})
    UPDATE inventory_allotment AS cell
    SET held = held - rooms, total = total - least(excess, rooms), excess = excess - least(excess, rooms)
    FROM needed
    WHERE cell.environment = ${environment} AND cell.hotel_id = ${hotelId} AND cell.night = needed.night
      AND cell.room_code = needed.room_code`;
}

/** Returns each night of a stay with the number of rooms needed of each type. */
function needed(db: Database, { checkIn, checkOut, roomCodes }: RoomsOfStay) {
  return db`
    SELECT day::date AS night, room_code, count(*)::integer AS rooms
    FROM unnest(${roomCodes}::text[]) AS room_code,
      generate_series(${checkIn}::date, ${checkOut}::date - 1, '1 day') AS day
    GROUP BY day, room_code`;
}

interface Hold extends RoomsOfStay {
  quoteId: string;
  hotelId: string;
}

export async function findHold(
  db: Database,
  environment: Environment,
  quoteId: string,
): Promise<Hold | undefined> {
  const [row] = await db<Hold[]>`
    SELECT quote_id AS "quoteId", hotel_id AS "hotelId", check_in AS "checkIn", check_out AS "checkOut",
      room_codes AS "roomCodes"
    FROM inventory_hold WHERE environment = ${environment} AND quote_id = ${quoteId}`;
  return row;
}

export async function insertHold(
  tx: Database,
  { environment, hotelId }: PropertyKey,
  hold: RoomsOfStay & { quoteId: string; organisationId: string; lifetimeMs: number },
): Promise<void> {
  await tx`
    INSERT INTO inventory_hold (quote_id, environment, hotel_id, organisation_id, check_in, check_out, room_codes,
      expires_at)
    VALUES (${hold.quoteId}, ${environment}, ${hotelId}, ${hold.organisationId}, ${hold.checkIn}, ${hold.checkOut},
      ${hold.roomCodes}::text[], serai_now() + ${hold.lifetimeMs} * interval '1 millisecond')`;
}

/** Returns the deleted hold, or undefined if there was none. The caller must free its rooms. */
export async function deleteHold(
  tx: Database,
  { environment, hotelId }: PropertyKey,
  quoteId: string,
): Promise<Hold | undefined> {
  const [row] = await tx<Hold[]>`
    DELETE FROM inventory_hold
    WHERE quote_id = ${quoteId} AND environment = ${environment} AND hotel_id = ${hotelId}
    RETURNING quote_id AS "quoteId", hotel_id AS "hotelId", check_in AS "checkIn", check_out AS "checkOut",
      room_codes AS "roomCodes"`;
  return row;
}

/** Namespace that prevents collisions with other advisory locks. */
const HOLDS_LOCK = 0x401d;

/** The lock lasts until the transaction ends. To avoid deadlocks, lock the property first and this last. */
export async function lockHolds(
  tx: Database,
  environment: Environment,
  organisationId: string,
): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${HOLDS_LOCK}::integer, hashtext(${`${environment} ${organisationId}`}))`;
}

export async function countOpenHolds(
  db: Database,
  environment: Environment,
  organisationId: string,
): Promise<number> {
  const [row] = await db<{ holds: number }[]>`
    SELECT count(*)::integer AS holds FROM inventory_hold
    WHERE environment = ${environment} AND organisation_id = ${organisationId} AND expires_at > serai_now()`;
  return row?.holds ?? 0;
}
