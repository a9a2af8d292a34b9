/** The hotels that an import has identified so far. They are stored in the database to limit memory use. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite } from '../../catalogue/catalogue-hotel.ts';

export async function createImportedHotels(tx: Database): Promise<void> {
  await tx.script(`
    CREATE TEMPORARY TABLE imported_hotel (
      hotel_id text PRIMARY KEY, line bigint NOT NULL, source_id text
    ) ON COMMIT DROP;
    CREATE INDEX imported_hotel_by_source ON imported_hotel (source_id)`);
}

export interface SourceOwner {
  hotelId: string;
  /** The line in this import. Null if the hotel was already in the catalogue. */
  line: number | null;
}

/** Finds the hotels with these source ids, in the lines read so far and in the catalogue. */
export async function findHotelsBySourceId(
  tx: Database,
  environment: Environment,
  sourceIds: readonly string[],
): Promise<Map<string, SourceOwner>> {
  // `OFFSET 0` forces one lookup per id. A plan that was made while the table was small must not scan all of it later.
  const rows = await tx<({ sourceId: string; stored: string | null } & SourceOwner)[]>`
    SELECT given.source_id AS "sourceId", imported.line, imported.hotel_id AS "hotelId", (
      SELECT hotel_id FROM hotel
      WHERE environment = ${environment} AND hotel.source_id = given.source_id) AS stored
    FROM unnest(${sourceIds}::text[]) AS given (source_id)
    LEFT JOIN LATERAL (
      SELECT line, hotel_id FROM imported_hotel WHERE source_id = given.source_id OFFSET 0) AS imported ON true`;
  return new Map(
    rows.flatMap(({ sourceId, hotelId, line, stored }) => {
      const owner = hotelId ?? stored;
      return owner === null ? [] : [[sourceId, { hotelId: owner, line }] as const];
    }),
  );
}

export interface IdentifiedLine {
  hotelId: string;
  line: number;
  sourceId: string | undefined;
}

/** Records the hotels on these lines and returns the lines whose hotel appeared before. */
export async function recordHotels(
  tx: Database,
  identified: readonly IdentifiedLine[],
): Promise<{ hotelId: string; line: number; firstLine: number }[]> {
  return tx<{ hotelId: string; line: number; firstLine: number }[]>`
    WITH given AS (
      SELECT * FROM unnest(
        ${identified.map(({ hotelId }) => hotelId)}::text[], ${identified.map(({ line }) => line)}::bigint[],
        ${identified.map(({ sourceId }) => sourceId ?? null)}::text[]
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

export async function hasChanged(tx: Database, { environment, changeId }: CatalogueWrite): Promise<boolean> {
  const [row] = await tx<{ changed: boolean }[]>`
    SELECT EXISTS (SELECT FROM hotel WHERE environment = ${environment} AND change_id = ${changeId})
      OR EXISTS (SELECT FROM room WHERE environment = ${environment} AND change_id = ${changeId}) AS changed`;
  return row?.changed === true;
}

/** Returns a batch of ACTIVE hotels that the file does not list, starting after an id. */
export async function listMissingHotels(
  tx: Database,
  environment: Environment,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx<{ hotel_id: string }[]>`
    SELECT hotel_id FROM hotel
    WHERE environment = ${environment} AND status = 'ACTIVE' AND hotel_id > ${after}
      AND NOT EXISTS (SELECT FROM imported_hotel AS identified WHERE identified.hotel_id = hotel.hotel_id)
    ORDER BY hotel_id LIMIT ${limit}`;
  return rows.map(({ hotel_id }) => hotel_id);
}
