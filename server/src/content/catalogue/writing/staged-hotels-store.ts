/**
 * Writes staged hotels and their rooms. A record that equals the stored one is not touched and keeps its change
 * timestamp. Rooms are never deleted.
 */
import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite } from '../catalogue-hotel.ts';
import type { StagedRange } from './staging-store.ts';

/** Returns the number of changed hotels. */
export async function updateStagedHotels(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  { after, upTo }: StagedRange,
): Promise<number> {
  const { count } = await tx`
    UPDATE hotel AS stored SET
      status = given.status, merged_into = given.target, stated_target = given.target, type = given.type,
      category_code = given.category_code, stars = given.stars, chain_code = given.chain_code,
      country_code = given.country_code, city = given.city, places = given.places, latitude = given.latitude,
      longitude = given.longitude, facility_codes = given.facility_codes, time_zone = given.time_zone,
      source_id = given.source_id, name_words = array_to_tsvector(given.name_words), content = given.content,
      change_id = ${changeId}
    FROM staged_hotel AS given
    WHERE given.hotel_id > ${after} AND given.hotel_id <= ${upTo}
      AND stored.environment = ${environment} AND stored.hotel_id = given.hotel_id
      AND stored.hotel_id > ${after} AND stored.hotel_id <= ${upTo}
      AND (stored.content::text <> given.content::text
        OR stored.places <> given.places
        OR (stored.city, stored.time_zone) IS DISTINCT FROM (given.city, given.time_zone)
        OR CASE given.status
          WHEN 'MERGED' THEN given.target NOT IN (coalesce(stored.stated_target, ''), coalesce(stored.merged_into, ''))
          ELSE stored.status <> given.status END)`;
  return count;
}

/**
 * Returns the number of new hotels. Writers run one at a time, so none of these hotels can be inserted elsewhere in
 * between.
 */
export async function insertStagedHotels(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  { after, upTo }: StagedRange,
): Promise<number> {
  const { count } = await tx`
    INSERT INTO hotel (environment, hotel_id, status, merged_into, stated_target, type, category_code, stars,
      chain_code, country_code, city, places, latitude, longitude, facility_codes, time_zone, source_id, name_words, content,
      created_change_id, change_id)
    SELECT ${environment}, hotel_id, status, target, target, type, category_code, stars, chain_code, country_code, city,
      places, latitude, longitude, facility_codes, time_zone, source_id, array_to_tsvector(name_words), content,
      ${changeId}, ${changeId}
    FROM staged_hotel AS given
    WHERE hotel_id > ${after} AND hotel_id <= ${upTo} AND NOT EXISTS (
      SELECT FROM hotel
      WHERE environment = ${environment} AND hotel.hotel_id = given.hotel_id
        AND hotel.hotel_id > ${after} AND hotel.hotel_id <= ${upTo})
    ORDER BY hotel_id`;
  return count;
}

export interface RoomCounts {
  created: number;
  changed: number;
  unchanged: number;
  retired: number;
}

/** If a staged hotel lists its rooms, its other rooms become INACTIVE. */
export async function mergeStagedRooms(
  tx: Database,
  write: CatalogueWrite,
  range: StagedRange,
): Promise<RoomCounts> {
  const hasKnown = range.known > 0;
  const retired = hasKnown ? await retireMissingRooms(tx, write, range) : 0;
  const changed = hasKnown ? await updateRooms(tx, write, range) : 0;
  const created = range.rooms > 0 ? await insertRooms(tx, write, range) : 0;
  const followed = hasKnown ? await followTargets(tx, write, range) : { changed: 0, retired: 0 };
  return {
    created,
    changed: changed + followed.changed,
    unchanged: range.rooms - created - changed,
    retired: retired + followed.retired,
  };
}

/** A room is shown as INACTIVE while its hotel is not ACTIVE. When the hotel's status changes, its rooms change too. */
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

async function retireMissingRooms(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  { after, upTo }: StagedRange,
): Promise<number> {
  const { count } = await tx`
    UPDATE room SET status = 'INACTIVE', change_id = ${changeId}
    FROM staged_hotel AS given
    WHERE given.hotel_id > ${after} AND given.hotel_id <= ${upTo} AND given.lists_rooms
      AND room.environment = ${environment} AND room.hotel_id = given.hotel_id AND room.status = 'ACTIVE'
      AND room.hotel_id > ${after} AND room.hotel_id <= ${upTo}
      AND NOT EXISTS (
        SELECT FROM staged_room AS listed
        WHERE listed.hotel_id = given.hotel_id AND listed.room_code = room.room_code
          AND listed.hotel_id > ${after} AND listed.hotel_id <= ${upTo})`;
  return count;
}

async function updateRooms(
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

async function insertRooms(
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
 * Merged rooms that were not listed follow their target, and become INACTIVE if it was removed. One step is enough: a
 * stored target was ACTIVE, and a target in the file already leads to an ACTIVE room.
 */
async function followTargets(
  tx: Database,
  { environment, changeId }: CatalogueWrite,
  { after, upTo }: StagedRange,
): Promise<{ changed: number; retired: number }> {
  const moved = await tx<{ status: string }[]>`
    UPDATE room SET status = target.status, merged_into = target.merged_into, change_id = ${changeId}
    FROM staged_hotel AS given, room AS target
    WHERE given.hotel_id > ${after} AND given.hotel_id <= ${upTo} AND given.lists_rooms
      AND room.environment = ${environment} AND room.hotel_id = given.hotel_id AND room.status = 'MERGED'
      AND room.hotel_id > ${after} AND room.hotel_id <= ${upTo}
      AND target.environment = ${environment} AND target.hotel_id = given.hotel_id
      AND target.hotel_id > ${after} AND target.hotel_id <= ${upTo}
      AND target.room_code = room.merged_into AND target.status <> 'ACTIVE'
    RETURNING room.status`;
  const changed = moved.filter(({ status }) => status === 'MERGED').length;
  return { changed, retired: moved.length - changed };
}
