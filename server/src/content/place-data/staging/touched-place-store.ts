/** Places whose names or codes changed: who mirrors destinations is told of them as well. */
import type { Database } from '../../../platform/database/connect.ts';
import type { Statement } from '../../../platform/database/statement.ts';

/** Runs a statement on `place_name` that ends in `RETURNING place, language, class`; how many names it changed. */
export async function changeNames(tx: Database, change: Statement): Promise<number> {
  const { count } = await tx`
    WITH changed AS (${change})
    INSERT INTO touched_place (place, language, class) SELECT place, language, class FROM changed`;
  return count;
}

/**
 * Names in no known language are only searched by, never shown, and tell nobody anything. The code of an airport is
 * shown with every place it serves.
 */
export async function touchPlaces(tx: Database, changeId: number): Promise<void> {
  await tx.script('ANALYZE touched_place');
  await tx`
    UPDATE place SET change_id = ${changeId}
    WHERE change_id <> ${changeId} AND id IN (
      SELECT place FROM touched_place WHERE language <> 'und' OR class = 4
      UNION
      SELECT served.place FROM touched_place AS touched
      JOIN place_airport AS served ON served.airport = touched.place
      WHERE touched.class = 4)`;
}
