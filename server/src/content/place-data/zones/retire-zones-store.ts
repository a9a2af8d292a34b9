/** Ends zones. They keep their ids, and return when they are imported again. */
import type { Database } from '../../../platform/database/connect.ts';

/** Which of these ids no zone has, ended or not. */
export async function findUnknownZones(tx: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    SELECT told.id FROM unnest(${ids}::text[]) AS told (id)
    WHERE NOT EXISTS (SELECT FROM place WHERE source = 'zone' AND source_id = told.id)
    ORDER BY told.id`;
  return rows.map(({ id }) => id);
}

export async function retireZones(tx: Database, changeId: number, ids: readonly string[]): Promise<number> {
  const { count } = await tx`
    UPDATE place SET status = 'INACTIVE', change_id = ${changeId}
    WHERE source = 'zone' AND status = 'ACTIVE' AND source_id = ANY(${ids}::text[])`;
  return count;
}

export async function retireOtherZones(
  tx: Database,
  changeId: number,
  kept: readonly string[],
): Promise<number> {
  const { count } = await tx`
    UPDATE place SET status = 'INACTIVE', change_id = ${changeId}
    WHERE source = 'zone' AND status = 'ACTIVE' AND source_id <> ALL(${kept}::text[])`;
  return count;
}
