/** What files are checked against, and what they are written from. */
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { RateRow } from '../memory/rate-block.ts';

/** Any fixed number; held until the end of the transaction. */
const INVENTORY_LOCK = 7_353_244;

/** Imports take turns; bookings and searches go on. `patiently` waits as long as it takes. */
export async function lockInventory(tx: Database, { patiently }: { patiently: boolean }): Promise<void> {
  if (patiently)
    await tx`SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`;
  await tx`SELECT pg_advisory_xact_lock(${INVENTORY_LOCK})`;
}

export interface CatalogueRooms {
  hotelId: string;
  roomCodes: string[];
}

/** Hotels of the catalogue, with the codes of their rooms. */
export async function readCatalogueRooms(
  tx: Database,
  environment: Environment,
  hotelIds: readonly string[],
): Promise<CatalogueRooms[]> {
  return tx<CatalogueRooms[]>`
    SELECT hotel_id AS "hotelId",
      ARRAY(SELECT room_code FROM room
        WHERE room.environment = ${environment} AND room.hotel_id = hotel.hotel_id AND status = 'ACTIVE') AS "roomCodes"
    FROM hotel
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[]) AND status = 'ACTIVE'`;
}

/** All of one moment, however long its reader takes. */
export async function inSnapshot<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async tx => {
    await tx.script(
      `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
       SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`,
    );
    return work(tx);
  });
}

export async function countProperties(tx: Database, environment: Environment): Promise<number> {
  const [row] = await tx<{ properties: number }[]>`
    SELECT count(*)::integer AS properties FROM inventory_property WHERE environment = ${environment}`;
  return row?.properties ?? 0;
}

export async function listProperties(
  tx: Database,
  environment: Environment,
  after: string,
  limit: number,
  hotelId?: string,
): Promise<{ hotelId: string; document: InventoryDocument }[]> {
  return tx<{ hotelId: string; document: InventoryDocument }[]>`
    SELECT hotel_id AS "hotelId", document FROM inventory_property
    WHERE environment = ${environment} AND hotel_id > ${after}
      ${hotelId === undefined ? tx`` : tx`AND hotel_id = ${hotelId}`}
    ORDER BY hotel_id LIMIT ${limit}`;
}

export interface TotalRow {
  roomCode: string;
  night: string;
  total: number;
}

/** Totals as they were asked for: without the excess. In the order of rooms and nights. */
export async function listTotals(
  tx: Database,
  environment: Environment,
  hotelId: string,
): Promise<TotalRow[]> {
  return tx<TotalRow[]>`
    SELECT room_code AS "roomCode", night, total - excess AS total FROM inventory_allotment
    WHERE environment = ${environment} AND hotel_id = ${hotelId} ORDER BY room_code, night`;
}

/** In the order of plans, rooms and nights. */
export async function listRates(tx: Database, environment: Environment, hotelId: string): Promise<RateRow[]> {
  return tx<RateRow[]>`
    SELECT night, plan_code AS "planCode", room_code AS "roomCode", amount,
      by_adults AS "byAdults", extra_adult AS "extraAdult", children, stop_sell AS "stopSell",
      closed_to_arrival AS "closedToArrival", closed_to_departure AS "closedToDeparture",
      min_stay_arrival AS "minStayArrival", min_stay_through AS "minStayThrough", max_stay AS "maxStay",
      min_advance AS "minAdvance", max_advance AS "maxAdvance"
    FROM inventory_rate WHERE environment = ${environment} AND hotel_id = ${hotelId}
    ORDER BY plan_code, room_code, night`;
}
