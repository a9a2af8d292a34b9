import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { SoldRoom } from '../../../port/supplier.ts';
import type { RateRow } from '../cache/rate-block.ts';

/** An arbitrary constant. The advisory lock is held until the transaction ends. */
const INVENTORY_LOCK = 7_353_244;

/** Serialises imports without blocking bookings and searches. If `waits` is true, there is no timeout. */
export async function lockInventory(tx: Database, { waits }: { waits: boolean }): Promise<void> {
  if (waits)
    await tx`SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`;
  await tx`SELECT pg_advisory_xact_lock(${INVENTORY_LOCK})`;
}

/** Reads the current date from the database clock. */
export async function readToday(tx: Database): Promise<string> {
  const [row] = await tx<{ today: string }[]>`SELECT serai_now()::date::text AS today`;
  return row?.today ?? '';
}

export interface CatalogueHotel {
  hotelId: string;
  isActive: boolean;
  rooms: (SoldRoom & { isActive: boolean })[];
}

/** Returns catalogue hotels with their rooms, including inactive hotels and rooms. */
export async function readCatalogueHotels(
  tx: Database,
  environment: Environment,
  hotelIds: readonly string[],
): Promise<CatalogueHotel[]> {
  return tx<CatalogueHotel[]>`
    SELECT hotel_id AS "hotelId", status = 'ACTIVE' AS "isActive", coalesce((
      SELECT json_agg(json_build_object('roomCode', room_code, 'isActive', status = 'ACTIVE',
        'maxTotal', content -> 'occupancy' -> 'maxTotal', 'maxAdults', content -> 'occupancy' -> 'maxAdults',
        'maxChildren', content -> 'occupancy' -> 'maxChildren'))
      FROM room WHERE room.environment = ${environment} AND room.hotel_id = hotel.hotel_id), '[]') AS rooms
    FROM hotel WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[])`;
}

/** Returns the hotel ids for the operator's own ids. */
export async function findHotelsBySource(
  db: Database,
  environment: Environment,
  sourceIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ sourceId: string; hotelId: string }[]>`
    SELECT source_id AS "sourceId", hotel_id AS "hotelId" FROM hotel
    WHERE environment = ${environment} AND source_id = ANY (${sourceIds}::text[])`;
  return new Map(rows.map(({ sourceId, hotelId }) => [sourceId, hotelId]));
}

/** Reads a consistent snapshot and disables timeouts. */
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

/** The totals as set, without excess, sorted by room and night. */
export async function listTotals(
  tx: Database,
  environment: Environment,
  hotelId: string,
): Promise<TotalRow[]> {
  return tx<TotalRow[]>`
    SELECT room_code AS "roomCode", night, total - excess AS total FROM inventory_allotment
    WHERE environment = ${environment} AND hotel_id = ${hotelId} ORDER BY room_code, night`;
}

/** Sorted by plan, room and night. */
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
