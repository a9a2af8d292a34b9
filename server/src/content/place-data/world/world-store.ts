/** Writes the computed place seed into empty tables. */
import type { Database } from '../../../platform/database/connect.ts';
import type { SeedWork } from './seed-work.ts';
import { WORLD_COLUMNS, type WorldTable } from './world-rows.ts';

export async function hasPlaces(db: Database): Promise<boolean> {
  return (await db`SELECT FROM place LIMIT 1`).length > 0;
}

export interface WorldListeners {
  onPlaces(rows: number): void;
  onIndexes(done: number, total: number): void;
}

/**
 * Writes everything that the API returns. Names that are only searched follow later. Indexes are created after the rows,
 * which is much cheaper than adding each row to them. Those of places are created before the few rows that depend on the
 * surroundings, so that the database works while the thread finds these.
 */
export async function writeWorld(
  tx: Database,
  changeId: number,
  work: SeedWork,
  { onPlaces, onIndexes }: WorldListeners,
): Promise<void> {
  const indexes = await suspendIndexes(tx, 'place');
  const shift = await lastUsedId(tx, changeId);
  work.write(shift);
  let written = 0;
  const copyPlaces = (rows: AsyncIterable<string>) =>
    tx.copyIn(
      `COPY place (${WORLD_COLUMNS.place}, created_change_id, change_id) FROM STDIN`,
      withChange(rows, changeId, count => {
        written += count;
        onPlaces(written);
      }),
    );
  await copyPlaces(work.rows('place'));
  await restoreIndexes(tx, indexes, onIndexes);
  await copyPlaces(work.rows('later_place'));
  const ofAirports = await suspendIndexes(tx, 'place_airport');
  await copyTable(tx, 'place_airport', 'place_airport', work);
  await restoreIndexes(tx, ofAirports);
  for (const table of ['zone_area', 'zone_member', 'place_name'] as const) {
    await copyTable(tx, table, table, work);
  }
  const [last] = await tx<{ id: number }[]>`SELECT max(id) AS id FROM place`;
  if (last?.id !== shift + work.places) throw new Error('The places did not get consecutive ids.');
}

/** Returns the number of dropped indexes. The table must be empty. */
async function suspendIndexes(tx: Database, table: string): Promise<number> {
  const [row] = await tx<{ dropped: number }[]>`SELECT suspend_place_indexes(${table}) AS dropped`;
  return row?.dropped ?? 0;
}

async function restoreIndexes(
  tx: Database,
  indexes: number,
  onProgress: WorldListeners['onIndexes'] = () => {},
): Promise<void> {
  for (let left = indexes; left > 0; ) {
    onProgress(indexes - left, indexes);
    const [row] = await tx<{ missing: number }[]>`SELECT restore_place_index() AS missing`;
    left = row?.missing ?? 0;
  }
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

function copyTable(tx: Database, name: string, table: WorldTable, work: SeedWork): Promise<void> {
  return tx.copyIn(`COPY ${name} (${WORLD_COLUMNS[table]}) FROM STDIN`, work.rows(table));
}

/** Appends the id of the change to each row. Line breaks inside values are escaped. */
async function* withChange(
  chunks: AsyncIterable<string>,
  changeId: number,
  onRows: (rows: number) => void,
): AsyncGenerator<string> {
  const end = `\t${changeId}\t${changeId}\n`;
  for await (const chunk of chunks) {
    const lines = chunk.split('\n');
    yield lines.join(end);
    onRows(lines.length - 1);
  }
}
