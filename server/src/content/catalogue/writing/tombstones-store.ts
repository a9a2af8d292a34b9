/**
 * Removes hotels, either by retiring them or by merging them into another hotel. Removed hotels keep their last data.
 * Used inside `writeCatalogue`.
 */
import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite } from '../catalogue-hotel.ts';

export interface RemovedHotels {
  changed: number;
  unchanged: number;
  unknown: string[];
}

export async function retireHotels(
  tx: Database,
  write: CatalogueWrite,
  hotelIds: readonly string[],
): Promise<RemovedHotels> {
  const { environment, changeId } = write;
  await touchRoomsOf(tx, write, hotelIds);
  const { count } = await tx`
    UPDATE hotel SET status = 'INACTIVE', merged_into = NULL, stated_target = NULL, change_id = ${changeId}
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[]) AND status <> 'INACTIVE'`;
  return countRemoved(tx, write, hotelIds, count);
}

/** Targets are ids of hotels that may be written later. `settleMerges` resolves them. */
export async function mergeInto(
  tx: Database,
  write: CatalogueWrite,
  merges: readonly { hotelId: string; mergedInto: string }[],
): Promise<RemovedHotels> {
  const { environment, changeId } = write;
  const hotelIds = merges.map(({ hotelId }) => hotelId);
  await touchRoomsOf(tx, write, hotelIds);
  const { count } = await tx`
    UPDATE hotel SET status = 'MERGED', merged_into = target, stated_target = target, change_id = ${changeId}
    FROM unnest(${hotelIds}::text[], ${merges.map(({ mergedInto }) => mergedInto)}::text[]) AS given (id, target)
    WHERE environment = ${environment} AND hotel_id = id
      AND target NOT IN (coalesce(stated_target, ''), coalesce(merged_into, ''))`;
  return countRemoved(tx, write, hotelIds, count);
}

/** Reactivates a hotel that was merged into `mergedInto`. Returns false if it was not merged into that hotel. */
export async function restoreMerged(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  { hotelId, mergedInto }: { hotelId: string; mergedInto: string },
): Promise<boolean> {
  const { count } = await tx`
    UPDATE hotel SET status = 'ACTIVE', merged_into = NULL, stated_target = NULL, change_id = ${changeId}
    WHERE environment = ${environment} AND hotel_id = ${hotelId} AND stated_target = ${mergedInto}`;
  if (count === 0) return false;
  await touchRoomsOf(tx, { environment, changeId }, [hotelId]);
  return true;
}

export interface BrokenMerge {
  hotelId: string;
  mergedInto: string;
  problem: 'UNKNOWN_TARGET' | 'CIRCLE';
}

/**
 * Points every merged hotel (`merged_into`) to the hotel at the end of its chain of merges. If that hotel is not
 * ACTIVE, the merged hotel becomes INACTIVE. Hotels whose chain is circular or ends at an unknown hotel also become
 * INACTIVE and are returned. Call this after all hotels have been written.
 */
export async function settleMerges(tx: Database, write: CatalogueWrite): Promise<BrokenMerge[]> {
  const { environment, changeId } = write;
  return [
    ...(await tx<BrokenMerge[]>`
      WITH RECURSIVE chain AS (
        SELECT hotel_id, stated_target AS target FROM hotel
        WHERE environment = ${environment} AND stated_target IS NOT NULL
        UNION ALL
        SELECT chain.hotel_id, next.stated_target FROM chain
        JOIN hotel AS next ON next.environment = ${environment} AND next.hotel_id = chain.target
        WHERE next.stated_target IS NOT NULL
      ) CYCLE target SET is_circle USING path, ends AS (
        SELECT chain.hotel_id, chain.is_circle, last.hotel_id AS known,
          CASE WHEN last.status = 'ACTIVE' AND NOT chain.is_circle THEN last.hotel_id END AS target
        FROM chain
        LEFT JOIN hotel AS last ON last.environment = ${environment} AND last.hotel_id = chain.target
        WHERE chain.is_circle OR last.stated_target IS NULL
      ), settled AS (
        UPDATE hotel SET
          status = CASE WHEN ends.target IS NULL THEN 'INACTIVE' ELSE 'MERGED' END,
          merged_into = ends.target, change_id = ${changeId}
        FROM ends
        WHERE environment = ${environment} AND hotel.hotel_id = ends.hotel_id
          AND hotel.merged_into IS DISTINCT FROM ends.target
      )
      SELECT hotel.hotel_id AS "hotelId", hotel.stated_target AS "mergedInto",
        CASE WHEN ends.is_circle THEN 'CIRCLE' ELSE 'UNKNOWN_TARGET' END AS problem
      FROM ends JOIN hotel ON hotel.environment = ${environment} AND hotel.hotel_id = ends.hotel_id
      WHERE ends.is_circle OR ends.known IS NULL
      ORDER BY hotel.hotel_id`),
  ];
}

/** Rooms in a removed hotel are shown as INACTIVE, so they change with it. */
async function touchRoomsOf(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  hotelIds: readonly string[],
): Promise<void> {
  await tx`
    UPDATE room SET change_id = ${changeId}
    FROM hotel
    WHERE hotel.environment = ${environment} AND hotel.hotel_id = ANY (${hotelIds}::text[]) AND hotel.status = 'ACTIVE'
      AND room.environment = ${environment} AND room.hotel_id = hotel.hotel_id AND room.status = 'ACTIVE'`;
}

async function countRemoved(
  tx: Database,
  { environment }: CatalogueWrite,
  hotelIds: readonly string[],
  changed: number,
): Promise<RemovedHotels> {
  const rows = await tx<{ id: string }[]>`
    SELECT id FROM unnest(${hotelIds}::text[]) AS given (id)
    WHERE NOT EXISTS (SELECT FROM hotel WHERE environment = ${environment} AND hotel_id = id)`;
  const unknown = rows.map(({ id }) => id);
  return { changed, unchanged: hotelIds.length - changed - unknown.length, unknown };
}
