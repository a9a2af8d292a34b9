/** Reads the catalogue for an export, in batches from one snapshot. */
import type { CatalogueHotel, CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';

/** Everything read in `work` comes from one snapshot, however long it takes and however slow the reader is. */
export async function inSnapshot<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async tx => {
    await tx.script(
      `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
       SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`,
    );
    return work(tx);
  });
}

export interface ExportScope {
  environment: Environment;
  /** Includes removed hotels. */
  all: boolean;
}

export interface StoredHotel {
  hotelId: string;
  status: CatalogueHotel['status'];
  mergedInto: string | null;
  content: Omit<CatalogueHotel, 'hotelId' | 'status' | 'mergedInto' | 'rooms'>;
}

export interface StoredRoom {
  hotelId: string;
  status: CatalogueRoom['status'];
  mergedInto: string | null;
  content: Omit<CatalogueRoom, 'status' | 'mergedInto'>;
}

export async function countHotels(tx: Database, { environment, all }: ExportScope): Promise<number> {
  const [row] = await tx<{ hotels: number }[]>`
    SELECT count(*)::integer AS hotels FROM hotel
    WHERE environment = ${environment} AND (${all} OR status = 'ACTIVE')`;
  return row?.hotels ?? 0;
}

export async function listHotelsAfter(
  tx: Database,
  { environment, all }: ExportScope,
  after: string,
  limit: number,
): Promise<StoredHotel[]> {
  return tx<StoredHotel[]>`
    SELECT hotel_id AS "hotelId", status, merged_into AS "mergedInto", content FROM hotel
    WHERE environment = ${environment} AND (${all} OR status = 'ACTIVE') AND hotel_id > ${after}
    ORDER BY hotel_id LIMIT ${limit}`;
}

export async function listRoomsOf(
  tx: Database,
  { environment, all }: ExportScope,
  hotelIds: readonly string[],
): Promise<StoredRoom[]> {
  return tx<StoredRoom[]>`
    SELECT hotel_id AS "hotelId", status, merged_into AS "mergedInto", content FROM room
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[]) AND (${all} OR status = 'ACTIVE')
    ORDER BY hotel_id, room_code`;
}

export interface TextLanguages {
  name: string[];
  description: string[];
  roomName: string[];
}

/** The languages in use, by tag. */
export async function listLanguages(tx: Database, { environment }: ExportScope): Promise<TextLanguages> {
  const names = await tx<{ tag: string }[]>`
    SELECT DISTINCT json_object_keys(content -> 'name') AS tag FROM hotel
    WHERE environment = ${environment} ORDER BY tag`;
  const descriptions = await tx<{ tag: string }[]>`
    SELECT DISTINCT json_object_keys(content -> 'description') AS tag FROM hotel
    WHERE environment = ${environment} AND content -> 'description' IS NOT NULL ORDER BY tag`;
  const roomNames = await tx<{ tag: string }[]>`
    SELECT DISTINCT json_object_keys(content -> 'name') AS tag FROM room
    WHERE environment = ${environment} ORDER BY tag`;
  const tags = (rows: readonly { tag: string }[]) => rows.map(({ tag }) => tag);
  return { name: tags(names), description: tags(descriptions), roomName: tags(roomNames) };
}
