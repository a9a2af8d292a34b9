/** Tombstones for places of a source that it no longer has. */
import type { Database } from '../../../platform/database/connect.ts';

/** `isLeftOut` tells places that the source still has, though they were not staged. */
export async function retireMissing(
  tx: Database,
  changeId: number,
  source: 'geonames' | 'ourairports',
  isLeftOut: (sourceId: string) => boolean,
): Promise<number> {
  const unstaged = await tx<{ id: number; sourceId: string }[]>`
    SELECT id, source_id AS "sourceId" FROM place
    WHERE source = ${source} AND status = 'ACTIVE' AND NOT EXISTS (
      SELECT FROM staged_place AS staged
      WHERE staged.source = place.source AND staged.source_id = place.source_id)`;
  const missing = unstaged.flatMap(({ id, sourceId }) => (isLeftOut(sourceId) ? [] : [id]));
  const { count } = await tx`
    UPDATE place SET status = 'INACTIVE', change_id = ${changeId} WHERE id = ANY(${missing}::integer[])`;
  return count;
}
