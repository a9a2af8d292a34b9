/**
 * Writes staged rooms, which are all the rooms of their hotels. Rooms are never deleted, and equal ones are not
 * touched.
 */
import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite } from './catalogue-write.ts';
import type { StagedRange } from './staging-store.ts';

export interface RoomCounts {
  created: number;
  changed: number;
  unchanged: number;
  retired: number;
}

export async function mergeStagedRooms(
  tx: Database,
  write: CatalogueWrite,
  range: StagedRange,
): Promise<RoomCounts> {
  const hasKnown = range.known > 0;
  const retired = hasKnown ? await retireMissing(tx, write, range) : 0;
  const changed = hasKnown ? await update(tx, write, range) : 0;
  const created = range.rooms > 0 ? await insert(tx, write, range) : 0;
  const followed = hasKnown ? await followTargets(tx, write, range) : { changed: 0, retired: 0 };
  return {
    created,
    changed: changed + followed.changed,
    unchanged: range.rooms - created - changed,
    retired: retired + followed.retired,
  };
}

/**
 * A room shows as INACTIVE while its hotel is not ACTIVE. When the hotel's status changes, its rooms change with
 * it.
 */
export async function touchStagedRooms(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  { after, upTo }: StagedRange,
): Promise<void> {
  await tx`
    UPDATE room SET change_id = ${changeId}
    FROM staged_hotel AS given
    JOIN hotel ON hotel.environment = ${environment} AND hotel.hotel_id = given.hotel_id
    WHERE given.hotel_id > ${after} AND given.hotel_id <= ${upTo}
      AND hotel.hotel_id > ${after} AND hotel.hotel_id <= ${upTo}
      AND (hotel.status = 'ACTIVE') <> (given.status = 'ACTIVE')
      AND room.environment = ${environment} AND room.hotel_id = given.hotel_id AND room.status = 'ACTIVE'
      AND room.hotel_id > ${after} AND room.hotel_id <= ${upTo}`;
}

async function retireMissing(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  { after, upTo }: StagedRange,
): Promise<number> {
  const { count } = await tx`
    UPDATE room SET status = 'INACTIVE', change_id = ${changeId}
    FROM staged_hotel AS given
    WHERE given.hotel_id > ${after} AND given.hotel_id <= ${upTo} AND given.tells_rooms
      AND room.environment = ${environment} AND room.hotel_id = given.hotel_id AND room.status = 'ACTIVE'
      AND room.hotel_id > ${after} AND room.hotel_id <= ${upTo}
      AND NOT EXISTS (
        SELECT FROM staged_room AS kept
        WHERE kept.hotel_id = given.hotel_id AND kept.room_code = room.room_code
          AND kept.hotel_id > ${after} AND kept.hotel_id <= ${upTo})`;
  return count;
}

async function update(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  { after, upTo }: StagedRange,
): Promise<number> {
  const { count } = await tx`
    UPDATE room AS stored SET
      status = given.status, merged_into = given.merged_into, content = given.content, change_id = ${changeId}
    FROM staged_room AS given
    WHERE given.hotel_id > ${after} AND given.hotel_id <= ${upTo}
      AND stored.environment = ${environment} AND stored.hotel_id = given.hotel_id
      AND stored.room_code = given.room_code
      AND stored.hotel_id > ${after} AND stored.hotel_id <= ${upTo}
      AND (stored.content::text <> given.content::text
        OR (stored.status, stored.merged_into) IS DISTINCT FROM (given.status, given.merged_into))`;
  return count;
}

async function insert(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  { after, upTo }: StagedRange,
): Promise<number> {
  const { count } = await tx`
    INSERT INTO room (environment, hotel_id, room_code, status, merged_into, content, created_change_id, change_id)
    SELECT ${environment}, hotel_id, room_code, status, merged_into, content, ${changeId}, ${changeId}
    FROM staged_room AS given
    WHERE hotel_id > ${after} AND hotel_id <= ${upTo} AND NOT EXISTS (
      SELECT FROM room
      WHERE environment = ${environment} AND room.hotel_id = given.hotel_id AND room.room_code = given.room_code
        AND room.hotel_id > ${after} AND room.hotel_id <= ${upTo})
    ORDER BY hotel_id, room_code`;
  return count;
}

/**
 * Merged rooms that were not listed follow their target, and become INACTIVE if it was removed. One step is
 * enough: a stored target was ACTIVE, and a given one already leads to an ACTIVE room.
 */
async function followTargets(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  { after, upTo }: StagedRange,
): Promise<{ changed: number; retired: number }> {
  const moved = await tx<{ status: string }[]>`
    UPDATE room SET status = target.status, merged_into = target.merged_into, change_id = ${changeId}
    FROM staged_hotel AS given, room AS target
    WHERE given.hotel_id > ${after} AND given.hotel_id <= ${upTo} AND given.tells_rooms
      AND room.environment = ${environment} AND room.hotel_id = given.hotel_id AND room.status = 'MERGED'
      AND room.hotel_id > ${after} AND room.hotel_id <= ${upTo}
      AND target.environment = ${environment} AND target.hotel_id = given.hotel_id
      AND target.hotel_id > ${after} AND target.hotel_id <= ${upTo}
      AND target.room_code = room.merged_into AND target.status <> 'ACTIVE'
    RETURNING room.status`;
  const changed = moved.filter(({ status }) => status === 'MERGED').length;
  return { changed, retired: moved.length - changed };
}
