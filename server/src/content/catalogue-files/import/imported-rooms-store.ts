/** The rooms from the second file of an import. They are staged until their hotels are read. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { IdentifiedLine } from './imported-hotels-store.ts';

export async function createImportedRooms(tx: Database): Promise<void> {
  await tx.script(`
    CREATE TEMPORARY TABLE imported_room (
      nr bigint PRIMARY KEY, hotel_id text NOT NULL, source_id text, line bigint NOT NULL, record text
    ) ON COMMIT DROP;
    CREATE INDEX imported_room_by_hotel ON imported_room (hotel_id);
    CREATE INDEX imported_room_by_source ON imported_room (source_id)`);
}

export interface StagedRoom {
  nr: number;
  hotelId: string;
  /** Set if the line identifies its hotel only by this id. */
  sourceId: string | null;
  line: number;
  /** The room as JSON text. Null if the row is invalid and only identifies its hotel. */
  record: string | null;
}

/** If a room identifies its hotel by `sourceId`, the hotel with that id in the catalogue replaces `hotelId`. */
export async function stageRooms(
  tx: Database,
  environment: Environment,
  rooms: readonly StagedRoom[],
): Promise<void> {
  await tx`
    INSERT INTO imported_room (nr, hotel_id, source_id, line, record)
    SELECT nr, coalesce((
      SELECT hotel.hotel_id FROM hotel
      WHERE environment = ${environment} AND hotel.source_id = given.source_id), given.hotel_id),
      source_id, line, record
    FROM unnest(
      ${rooms.map(({ nr }) => nr)}::bigint[], ${rooms.map(({ hotelId }) => hotelId)}::text[],
      ${rooms.map(({ sourceId }) => sourceId)}::text[], ${rooms.map(({ line }) => line)}::bigint[],
      ${rooms.map(({ record }) => record)}::text[]) AS given (nr, hotel_id, source_id, line, record)`;
}

/** Returns the rooms in file order. */
export async function listStagedRooms(
  tx: Database,
  identified: readonly IdentifiedLine[],
): Promise<StagedRoom[]> {
  const hotelIds = identified.map(({ hotelId }) => hotelId);
  const sourceIds = identified.map(({ sourceId }) => sourceId ?? null);
  return tx<StagedRoom[]>`
    SELECT nr, coalesce(identified.hotel_id, room.hotel_id) AS "hotelId", room.source_id AS "sourceId", room.line, record
    FROM imported_room AS room
    LEFT JOIN unnest(${hotelIds}::text[], ${sourceIds}::text[]) AS identified (hotel_id, source_id)
      ON identified.source_id = room.source_id
    WHERE room.hotel_id = ANY (${hotelIds}::text[]) OR room.source_id = ANY (${sourceIds}::text[])
    ORDER BY nr`;
}

/** Returns a batch of rooms whose hotel is not in the hotels file, starting after the room `afterNr`. */
export async function listUnmatchedRooms(
  tx: Database,
  afterNr: number,
  limit: number,
): Promise<StagedRoom[]> {
  return tx<StagedRoom[]>`
    SELECT nr, hotel_id AS "hotelId", source_id AS "sourceId", line, record FROM imported_room AS room
    WHERE nr > ${afterNr} AND NOT EXISTS (SELECT FROM imported_hotel WHERE hotel_id = room.hotel_id)
      AND NOT EXISTS (SELECT FROM imported_hotel WHERE source_id = room.source_id)
    ORDER BY nr LIMIT ${limit}`;
}
