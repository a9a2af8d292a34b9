/** Writes the computed place seed into empty tables. */
import type { Database } from '../../../platform/database/connect.ts';
import type { SeedWork } from './seed-work.ts';
import { WORLD_COLUMNS, type WorldTable } from './world-rows.ts';

export async function hasPlaces(db: Database): Promise<boolean> {
  return (await db`SELECT FROM place LIMIT 1`).length > 0;
}

/** Receives the progress of each step. The total is left out while the number of places is unknown. */
export type OnWritten = (
  step: 'writing places' | 'creating indexes' | 'writing surroundings',
  done: number,
  total?: number,
) => void;

/** The rows that depend on the surroundings of places, and those that refer to all places. */
const LATER = ['later_place', 'place_airport', 'zone_area', 'zone_member', 'place_name'] as const;

/**
 * Writes everything that the API returns. Names that are only searched follow later. Indexes are created after the rows,
 * which is much cheaper than adding each row to them. Those of places are created before the few rows that depend on the
 * surroundings, so that the database works while the thread finds the surroundings.
 */
export async function writeWorld(
  tx: Database,
  changeId: number,
  work: SeedWork,
  onWritten: OnWritten,
): Promise<void> {
  const indexes = await suspendIndexes(tx, 'place');
  const shift = await lastUsedId(tx, changeId);
  work.write({ shift, changeId });
  await copyTable(tx, 'place', 'place', work, rows => onWritten('writing places', rows));
  await restoreIndexes(tx, indexes, done => onWritten('creating indexes', done, indexes));
  const ofAirports = await suspendIndexes(tx, 'place_airport');
  for (const [done, table] of LATER.entries()) {
    onWritten('writing surroundings', done, LATER.length);
    await copyTable(tx, table === 'later_place' ? 'place' : table, table, work);
  }
  await restoreIndexes(tx, ofAirports);
  onWritten('writing surroundings', LATER.length, LATER.length);
  const [last] = await tx<{ id: number }[]>`SELECT max(id) AS id FROM place`;
  if (last?.id !== shift + work.places) throw new Error('The places did not get consecutive ids.');
}

/** Returns the number of dropped indexes. It is 0 if another connection is using the table. The table must be empty. */
async function suspendIndexes(tx: Database, table: string): Promise<number> {
  const [row] = await tx<{ dropped: number }[]>`SELECT suspend_place_indexes(${table}) AS dropped`;
  return row?.dropped ?? 0;
}

async function restoreIndexes(
  tx: Database,
  indexes: number,
  onRestored: (done: number) => void = () => {},
): Promise<void> {
  for (let left = indexes; left > 0; ) {
    onRestored(indexes - left);
    const [row] = await tx<{ missing: number }[]>`SELECT restore_place_index() AS missing`;
    left = row?.missing ?? 0;
  }
  onRestored(indexes);
}

/**
 * The following rows get consecutive ids after this one, because all writers of places wait for each other. The
 * application may not read the sequence, so a row is inserted and deleted again.
 */
async function lastUsedId(tx: Database, changeId: number): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    INSERT INTO place (place_id, source, source_id, type, name, country_code, latitude, longitude, created_change_id,
      change_id)
    VALUES ('', '', '', 'ZONE', '', '', 0, 0, ${changeId}, ${changeId}) RETURNING id`;
  await tx`DELETE FROM place WHERE id = ${row?.id ?? 0}`;
  return row?.id ?? 0;
}

export async function writeSearchNames(tx: Database, work: SeedWork): Promise<void> {
  await copyTable(tx, 'place_name', 'search_name', work);
}

function copyTable(
  tx: Database,
  name: string,
  table: WorldTable,
  work: SeedWork,
  onRows?: (rows: number) => void,
): Promise<void> {
  const chunks = work.rows(table);
  return tx.copyIn(
    `COPY ${name} (${WORLD_COLUMNS[table]}) FROM STDIN`,
    onRows === undefined ? chunks : counted(chunks, onRows),
  );
}

/** Reports how many rows have been read. Each row ends with a line break, and those inside values are escaped. */
async function* counted(
  chunks: AsyncIterable<string>,
  onRows: (rows: number) => void,
): AsyncGenerator<string> {
  let rows = 0;
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) rows++;
    yield chunk;
    onRows(rows);
  }
}
