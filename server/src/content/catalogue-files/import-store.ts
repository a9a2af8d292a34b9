/** What an import remembers of its files until its transaction ends, so that its memory stays flat. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createHeldMerges } from './held-merges-store.ts';

export async function createImportTables(tx: Database): Promise<void> {
  await tx.script(`
    CREATE TEMPORARY TABLE imported_hotel (hotel_id text PRIMARY KEY, line bigint NOT NULL) ON COMMIT DROP;
    CREATE TEMPORARY TABLE imported_room (
      nr bigint PRIMARY KEY, hotel_id text NOT NULL, line bigint NOT NULL, record text NOT NULL
    ) ON COMMIT DROP;
    CREATE INDEX imported_room_by_hotel ON imported_room (hotel_id)`);
  await createHeldMerges(tx);
}

export interface NamedLine {
  hotelId: string;
  line: number;
}

/** Notes the hotels that lines name, and answers the lines whose hotel stood on an earlier one. */
export async function noteHotels(
  tx: Database,
  named: readonly NamedLine[],
): Promise<{ hotelId: string; line: number; firstLine: number }[]> {
  return tx<{ hotelId: string; line: number; firstLine: number }[]>`
    WITH given AS (
      SELECT * FROM unnest(
        ${named.map(({ hotelId }) => hotelId)}::text[], ${named.map(({ line }) => line)}::bigint[]
      ) AS given (hotel_id, line)
    ), added AS (
      INSERT INTO imported_hotel (hotel_id, line)
      SELECT hotel_id, min(line) FROM given GROUP BY hotel_id
      ON CONFLICT DO NOTHING
      RETURNING hotel_id, line
    )
    SELECT given.hotel_id AS "hotelId", given.line, coalesce(added.line, earlier.line) AS "firstLine"
    FROM given
    LEFT JOIN added USING (hotel_id)
    LEFT JOIN imported_hotel AS earlier USING (hotel_id)
    WHERE added.line IS DISTINCT FROM given.line
    ORDER BY given.line`;
}

export interface StagedRoom {
  nr: number;
  hotelId: string;
  line: number;
  /** JSON text. */
  record: string;
}

export async function stageRooms(tx: Database, rooms: readonly StagedRoom[]): Promise<void> {
  await tx`
    INSERT INTO imported_room (nr, hotel_id, line, record)
    SELECT * FROM unnest(
      ${rooms.map(({ nr }) => nr)}::bigint[], ${rooms.map(({ hotelId }) => hotelId)}::text[],
      ${rooms.map(({ line }) => line)}::bigint[], ${rooms.map(({ record }) => record)}::text[])`;
}

/** In the order of their file. */
export async function listStagedRooms(tx: Database, hotelIds: readonly string[]): Promise<StagedRoom[]> {
  return tx<StagedRoom[]>`
    SELECT nr, hotel_id AS "hotelId", line, record FROM imported_room
    WHERE hotel_id = ANY (${hotelIds}::text[]) ORDER BY nr`;
}

/** Rooms of hotels that the other file does not name, after the room `afterNr`. */
export async function listLostRooms(tx: Database, afterNr: number, limit: number): Promise<StagedRoom[]> {
  return tx<StagedRoom[]>`
    SELECT nr, hotel_id AS "hotelId", line, record FROM imported_room AS room
    WHERE nr > ${afterNr} AND NOT EXISTS (SELECT FROM imported_hotel WHERE hotel_id = room.hotel_id)
    ORDER BY nr LIMIT ${limit}`;
}

/** ACTIVE hotels that the file does not name. */
export async function listMissingHotels(
  tx: Database,
  environment: Environment,
  limit: number,
): Promise<string[]> {
  const rows = await tx<{ hotel_id: string }[]>`
    SELECT hotel_id FROM hotel
    WHERE environment = ${environment} AND status = 'ACTIVE'
      AND NOT EXISTS (SELECT FROM imported_hotel AS named WHERE named.hotel_id = hotel.hotel_id)
    ORDER BY hotel_id LIMIT ${limit}`;
  return rows.map(({ hotel_id }) => hotel_id);
}
