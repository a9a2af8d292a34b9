/** Reads rooms in the order of their hotels and codes. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import {
  type ChangeWindow,
  changedSince,
  createdBy,
  type Pinned,
  pinColumn,
} from '../change-window-store.ts';
import type { StoredRoom } from './views/room-view.ts';

export interface RoomFilter extends ChangeWindow {
  environment: Environment;
  hotelIds?: readonly string[] | undefined;
  roomCodes?: readonly string[] | undefined;
}

/**
 * Along the primary key. Rooms of a hotel that is not ACTIVE are INACTIVE with it. Removed rooms come to those who ask
 * for them by code or for changes.
 */
export async function listRooms(
  db: Database,
  filter: RoomFilter,
  after: readonly string[] | undefined,
  limit: number,
): Promise<(StoredRoom & Pinned)[]> {
  const { environment, hotelIds, roomCodes, updatedSince } = filter;
  const hidesEnded = roomCodes === undefined && updatedSince === undefined;
  const [afterHotel, afterRoom] = after ?? [];
  return [
    ...(await db<(StoredRoom & Pinned)[]>`
      SELECT room.hotel_id AS "hotelId", room.room_code AS "roomCode", room.content, change.at AS "updatedAt",
        CASE WHEN hotel.status = 'ACTIVE' THEN room.status ELSE 'INACTIVE' END AS status,
        CASE WHEN hotel.status = 'ACTIVE' THEN room.merged_into END AS "mergedInto", ${pinColumn(db)}
      FROM room
      JOIN hotel USING (environment, hotel_id)
      JOIN catalogue_change AS change ON change.id = room.change_id
      WHERE room.environment = ${environment}
        ${hidesEnded ? db`AND room.status = 'ACTIVE' AND hotel.status = 'ACTIVE'` : db``}
        ${hotelIds ? db`AND room.hotel_id = ANY (${hotelIds}::text[])` : db``}
        ${roomCodes ? db`AND room.room_code = ANY (${roomCodes}::text[])` : db``}
        ${changedSince(db, filter, db`room.change_id`)}
        ${createdBy(db, filter, db`room.created_change_id`)}
        ${afterRoom === undefined ? db`` : db`AND (room.hotel_id, room.room_code) > (${afterHotel as string}, ${afterRoom})`}
      ORDER BY room.hotel_id, room.room_code
      LIMIT ${limit}`),
  ];
}
