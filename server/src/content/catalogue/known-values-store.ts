/** Determines which hotels, chains and places exist, for rules that name them. */
import type { Database } from '../../platform/database/connect.ts';

export async function findUnknownHotels(db: Database, hotelIds: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    SELECT id FROM unnest(${hotelIds}::text[]) AS given (id)
    WHERE NOT EXISTS (
      SELECT FROM hotel WHERE environment IN ('sandbox', 'production') AND hotel_id = given.id AND status = 'ACTIVE')`;
  return rows.map(({ id }) => id);
}

/** Reads all hotels if a chain is unknown, because there is no index on chains. */
export async function findUnknownChains(db: Database, codes: readonly string[]): Promise<string[]> {
  const rows = await db<{ code: string }[]>`
    SELECT code FROM unnest(${codes}::text[]) AS given (code)
    WHERE NOT EXISTS (SELECT FROM hotel WHERE chain_code = given.code AND status = 'ACTIVE')`;
  return rows.map(({ code }) => code);
}

/** Merged and removed places count as unknown, because they contain no hotels. */
export async function findUnknownPlaces(db: Database, placeIds: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    SELECT id FROM unnest(${placeIds}::text[]) AS given (id)
    WHERE NOT EXISTS (SELECT FROM place WHERE place_id = given.id AND status = 'ACTIVE')`;
  return rows.map(({ id }) => id);
}
