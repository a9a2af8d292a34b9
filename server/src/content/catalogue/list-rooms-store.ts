/** Lists rooms by hotel and code, or by change with `updatedSince`. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { type ChangeWindow, type ListedRow, listedColumns, withinWindow } from '../change-window-store.ts';
import type { StoredRoom } from './hotel-view.ts';

export interface RoomFilter extends ChangeWindow {
  environment: Environment;
  hotelIds?: readonly string[] | undefined;
  roomCodes?: readonly string[] | undefined;
}

export interface RoomPosition {
  changeId: number;
  hotelId: string;
  roomCode: string;
}

export interface ListedRoom extends StoredRoom, ListedRow {
  /** The operator's own id of the hotel. */
  sourceId: string | null;
}

/**
 * Uses the primary key, room_by_change with `updatedSince`, or room_by_code for rare codes. Rooms in a hotel that is not
 * ACTIVE are INACTIVE. Removed rooms are only returned if they are requested by code or in a list of changes.
 */
export async function listRooms(
  db: Database,
  filter: RoomFilter,
  after: RoomPosition | undefined,
  limit: number,
): Promise<ListedRoom[]> {
  const { environment, hotelIds, roomCodes, updatedSince } = filter;
  const hidesRemoved = roomCodes === undefined && updatedSince === undefined;
  return [
    ...(await db<ListedRoom[]>`
      SELECT room.hotel_id AS "hotelId", room.room_code AS "roomCode", room.content, change.at AS "updatedAt",
        hotel.source_id AS "sourceId",
        CASE WHEN hotel.status = 'ACTIVE' THEN room.status ELSE 'INACTIVE' END AS status,
        CASE WHEN hotel.status = 'ACTIVE' THEN room.merged_into END AS "mergedInto", ${listedColumns(db, db`room`)}
      FROM room
      JOIN hotel USING (environment, hotel_id)
      JOIN catalogue_change AS change ON change.id = room.change_id
      WHERE room.environment = ${environment}
        ${hidesRemoved ? db`AND room.status = 'ACTIVE' AND hotel.status = 'ACTIVE'` : db``}
        ${hotelIds ? db`AND room.hotel_id = ANY (${hotelIds}::text[])` : db``}
        ${roomCodes ? db`AND room.room_code = ANY (${roomCodes}::text[])` : db``}
        ${withinWindow(db, filter, db`room`)}
        ${after === undefined ? db`` : isAfter(db, filter, after)}
      ORDER BY ${updatedSince === undefined ? db`` : db`room.change_id,`} room.hotel_id, room.room_code
      LIMIT ${limit}`),
  ];
}

/** The additional condition on the hotel id keeps a join in hotel order from reading all earlier hotels. */
function isAfter(db: Database, { updatedSince }: RoomFilter, after: RoomPosition): Statement {
  const { changeId, hotelId, roomCode } = after;
  if (updatedSince === undefined) {
    return db`AND hotel.hotel_id >= ${hotelId} AND (room.hotel_id, room.room_code) > (${hotelId}, ${roomCode})`;
  }
  return db`AND (room.change_id, room.hotel_id, room.room_code) > (${changeId}, ${hotelId}, ${roomCode})`;
}
