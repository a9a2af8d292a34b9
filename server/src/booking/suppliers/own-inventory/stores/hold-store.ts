/** Rooms held for quotes. Uses the database clock. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { PropertyKey, RoomsOfStay } from './rooms-store.ts';

export interface Hold extends RoomsOfStay {
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

/** A namespace for advisory locks, so that other locks cannot collide. */
const HOLDS_LOCK = 0x401d;

/** Locked until the transaction ends. To avoid deadlocks, lock the property first and this last. */
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
