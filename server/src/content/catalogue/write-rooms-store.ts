/** Writes the rooms of a batch of hotels. Rooms that are given are all the rooms a hotel has; none is ever deleted. */
import type { CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { CatalogueWrite, IdentifiedHotel } from './catalogue-write.ts';

export interface RoomCounts {
  created: number;
  changed: number;
  unchanged: number;
  retired: number;
}

export async function mergeRooms(
  tx: Database,
  write: CatalogueWrite,
  hotels: readonly IdentifiedHotel[],
): Promise<RoomCounts> {
  const told = hotels.filter(({ rooms }) => rooms !== undefined);
  if (told.length === 0) return { created: 0, changed: 0, unchanged: 0, retired: 0 };
  const rooms = told.flatMap(({ hotelId, rooms = [] }) => settledRooms(hotelId, rooms));
  const retired = await retireMissing(
    tx,
    write,
    told.map(({ hotelId }) => hotelId),
    rooms,
  );
  const { created, changed } = await upsert(tx, write, rooms);
  const followed = await followTargets(
    tx,
    write,
    told.map(({ hotelId }) => hotelId),
  );
  return {
    created,
    changed: changed + followed.changed,
    unchanged: rooms.length - created - changed,
    retired: retired + followed.retired,
  };
}

/** A room shows as INACTIVE while its hotel is not ACTIVE: when that turns, its rooms have changed with it. */
export async function touchRooms(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  hotels: readonly { hotelId: string; isActive: boolean }[],
): Promise<void> {
  await tx`
    UPDATE room SET change_id = ${changeId}
    FROM unnest(
      ${hotels.map(({ hotelId }) => hotelId)}::text[], ${hotels.map(({ isActive }) => isActive)}::boolean[]
    ) AS given (hotel_id, is_active)
    JOIN hotel ON hotel.environment = ${environment} AND hotel.hotel_id = given.hotel_id
    WHERE (hotel.status = 'ACTIVE') <> given.is_active
      AND room.environment = ${environment} AND room.hotel_id = given.hotel_id AND room.status = 'ACTIVE'`;
}

interface SettledRoom {
  hotelId: string;
  roomCode: string;
  status: CatalogueRoom['status'];
  mergedInto: string | null;
  content: string;
}

/** A room merged into one that is merged itself goes where that one went, and is INACTIVE where no ACTIVE room is left. */
function settledRooms(hotelId: string, rooms: readonly CatalogueRoom[]): SettledRoom[] {
  const byCode = new Map(rooms.map(room => [room.roomCode, room]));
  return rooms.map(room => {
    const { status, mergedInto, ...content } = room;
    const settled = { hotelId, roomCode: room.roomCode, content: JSON.stringify(content) };
    if (status !== 'MERGED') return { ...settled, status, mergedInto: null };
    let end = byCode.get(mergedInto as string);
    for (let step = 0; end?.status === 'MERGED' && step < rooms.length; step++) {
      end = byCode.get(end.mergedInto as string);
    }
    if (end?.status !== 'ACTIVE') return { ...settled, status: 'INACTIVE', mergedInto: null };
    return { ...settled, status, mergedInto: end.roomCode };
  });
}

async function retireMissing(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  hotelIds: readonly string[],
  kept: readonly SettledRoom[],
): Promise<number> {
  const { count } = await tx`
    UPDATE room SET status = 'INACTIVE', change_id = ${changeId}
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[]) AND status = 'ACTIVE'
      AND NOT EXISTS (
        SELECT FROM unnest(
          ${kept.map(({ hotelId }) => hotelId)}::text[], ${kept.map(({ roomCode }) => roomCode)}::text[]
        ) AS kept (hotel_id, room_code)
        WHERE kept.hotel_id = room.hotel_id AND kept.room_code = room.room_code)`;
  return count;
}

/**
 * Merged rooms that were not mentioned go on to where their target went, and are INACTIVE where it ended. One step is
 * enough: a stored target was ACTIVE, and a given one leads to an ACTIVE room already.
 */
async function followTargets(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  hotelIds: readonly string[],
): Promise<{ changed: number; retired: number }> {
  const moved = await tx<{ status: string }[]>`
    UPDATE room SET status = target.status, merged_into = target.merged_into, change_id = ${changeId}
    FROM room AS target
    WHERE room.environment = ${environment} AND room.hotel_id = ANY (${hotelIds}::text[]) AND room.status = 'MERGED'
      AND target.environment = ${environment} AND target.hotel_id = room.hotel_id
      AND target.room_code = room.merged_into AND target.status <> 'ACTIVE'
    RETURNING room.status`;
  const changed = moved.filter(({ status }) => status === 'MERGED').length;
  return { changed, retired: moved.length - changed };
}

async function upsert(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  rooms: readonly SettledRoom[],
): Promise<{ created: number; changed: number }> {
  const written = await tx<{ is_new: boolean }[]>`
    INSERT INTO room AS stored (environment, hotel_id, room_code, status, merged_into, content, created_change_id, change_id)
    SELECT ${environment}, hotel_id, room_code, status, merged_into, content::json, ${changeId}, ${changeId}
    FROM unnest(
      ${rooms.map(({ hotelId }) => hotelId)}::text[],
      ${rooms.map(({ roomCode }) => roomCode)}::text[],
      ${rooms.map(({ status }) => status)}::text[],
      ${rooms.map(({ mergedInto }) => mergedInto)}::text[],
      ${rooms.map(({ content }) => content)}::text[]
    ) AS given (hotel_id, room_code, status, merged_into, content)
    ON CONFLICT (environment, hotel_id, room_code) DO UPDATE SET
      status = excluded.status, merged_into = excluded.merged_into, content = excluded.content,
      change_id = excluded.change_id
    WHERE stored.content::text <> excluded.content::text
      OR (stored.status, stored.merged_into) IS DISTINCT FROM (excluded.status, excluded.merged_into)
    RETURNING xmax = 0 AS is_new`;
  const created = written.filter(({ is_new }) => is_new).length;
  return { created, changed: written.length - created };
}
