/** What an import remembers of its files until its transaction ends, so that its memory stays flat. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { CatalogueWrite } from '../catalogue/catalogue-write.ts';
import { createHeldMerges } from './held-merges-store.ts';

export async function createImportTables(tx: Database): Promise<void> {
  await tx.script(`
    CREATE TEMPORARY TABLE imported_hotel (
      hotel_id text PRIMARY KEY, line bigint NOT NULL, source_id text
    ) ON COMMIT DROP;
    CREATE INDEX imported_hotel_by_source ON imported_hotel (source_id);
    CREATE TEMPORARY TABLE imported_room (
      nr bigint PRIMARY KEY, hotel_id text NOT NULL, source_id text, line bigint NOT NULL, record text NOT NULL
    ) ON COMMIT DROP;
    CREATE INDEX imported_room_by_hotel ON imported_room (hotel_id);
    CREATE INDEX imported_room_by_source ON imported_room (source_id)`);
  await createHeldMerges(tx);
}

export interface SourceHolder {
  hotelId: string;
  /** Of this import; null where the catalogue had it before. */
  line: number | null;
}

/** The hotels that have these ids of the operator, by lines read so far or in the catalogue. */
export async function findSourceHolders(
  tx: Database,
  environment: Environment,
  sourceIds: readonly string[],
): Promise<Map<string, SourceHolder>> {
  // Looked up one by one: a plan made while the table was small must not read all of it later.
  const rows = await tx<({ sourceId: string; stored: string | null } & SourceHolder)[]>`
    SELECT given.source_id AS "sourceId", noted.line, noted.hotel_id AS "hotelId", (
      SELECT hotel_id FROM hotel
      WHERE environment = ${environment} AND content->>'sourceId' = given.source_id) AS stored
    FROM unnest(${sourceIds}::text[]) AS given (source_id)
    LEFT JOIN imported_hotel AS noted ON noted.source_id = given.source_id`;
  return new Map(
    rows.flatMap(({ sourceId, hotelId, line, stored }) => {
      const holder = hotelId ?? stored;
      return holder === null ? [] : [[sourceId, { hotelId: holder, line }] as const];
    }),
  );
}

export interface NamedLine {
  hotelId: string;
  line: number;
  sourceId: string | undefined;
}

/** Notes the hotels that lines name, and answers the lines whose hotel stood on an earlier one. */
export async function noteHotels(
  tx: Database,
  named: readonly NamedLine[],
): Promise<{ hotelId: string; line: number; firstLine: number }[]> {
  return tx<{ hotelId: string; line: number; firstLine: number }[]>`
    WITH given AS (
      SELECT * FROM unnest(
        ${named.map(({ hotelId }) => hotelId)}::text[], ${named.map(({ line }) => line)}::bigint[],
        ${named.map(({ sourceId }) => sourceId ?? null)}::text[]
      ) AS given (hotel_id, line, source_id)
    ), added AS (
      INSERT INTO imported_hotel (hotel_id, line, source_id)
      SELECT DISTINCT ON (hotel_id) hotel_id, line, source_id FROM given ORDER BY hotel_id, line
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
  /** Where the line names its hotel by it alone. */
  sourceId: string | null;
  line: number;
  /** JSON text. */
  record: string;
}

/** A room that names its hotel by `sourceId` belongs to the hotel that has it, else to the given one. */
export async function stageRooms(
  tx: Database,
  environment: Environment,
  rooms: readonly StagedRoom[],
): Promise<void> {
  await tx`
    INSERT INTO imported_room (nr, hotel_id, source_id, line, record)
    SELECT nr, coalesce((
      SELECT hotel.hotel_id FROM hotel
      WHERE environment = ${environment} AND content->>'sourceId' = given.source_id), given.hotel_id),
      source_id, line, record
    FROM unnest(
      ${rooms.map(({ nr }) => nr)}::bigint[], ${rooms.map(({ hotelId }) => hotelId)}::text[],
      ${rooms.map(({ sourceId }) => sourceId)}::text[], ${rooms.map(({ line }) => line)}::bigint[],
      ${rooms.map(({ record }) => record)}::text[]) AS given (nr, hotel_id, source_id, line, record)`;
}

/** In the order of their file. */
export async function listStagedRooms(tx: Database, named: readonly NamedLine[]): Promise<StagedRoom[]> {
  const hotelIds = named.map(({ hotelId }) => hotelId);
  const sourceIds = named.map(({ sourceId }) => sourceId ?? null);
  return tx<StagedRoom[]>`
    SELECT nr, coalesce(own.hotel_id, room.hotel_id) AS "hotelId", room.source_id AS "sourceId", line, record
    FROM imported_room AS room
    LEFT JOIN unnest(${hotelIds}::text[], ${sourceIds}::text[]) AS own (hotel_id, source_id)
      ON own.source_id = room.source_id
    WHERE room.hotel_id = ANY (${hotelIds}::text[]) OR room.source_id = ANY (${sourceIds}::text[])
    ORDER BY nr`;
}

/** Rooms of hotels that the other file does not name, after the room `afterNr`. */
export async function listLostRooms(tx: Database, afterNr: number, limit: number): Promise<StagedRoom[]> {
  return tx<StagedRoom[]>`
    SELECT nr, hotel_id AS "hotelId", source_id AS "sourceId", line, record FROM imported_room AS room
    WHERE nr > ${afterNr} AND NOT EXISTS (SELECT FROM imported_hotel WHERE hotel_id = room.hotel_id)
      AND NOT EXISTS (SELECT FROM imported_hotel WHERE source_id = room.source_id)
    ORDER BY nr LIMIT ${limit}`;
}

/** Whether any hotel or room carries the change. */
export async function hasChanged(tx: Database, { environment, changeId }: CatalogueWrite): Promise<boolean> {
  const [row] = await tx<{ changed: boolean }[]>`
    SELECT EXISTS (SELECT FROM hotel WHERE environment = ${environment} AND change_id = ${changeId})
      OR EXISTS (SELECT FROM room WHERE environment = ${environment} AND change_id = ${changeId}) AS changed`;
  return row?.changed === true;
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
