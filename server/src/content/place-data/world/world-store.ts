/** Writes the computed place seed into empty tables. */
import type { Database } from '../../../platform/database/connect.ts';
import type { SeedWork } from './seed-work.ts';
import { WORLD_COLUMNS, type WorldTable } from './world-rows.ts';

export async function hasPlaces(db: Database): Promise<boolean> {
  return (await db`SELECT FROM place LIMIT 1`).length > 0;
}

/** Writes everything that the API returns. Names that are only searched follow later. */
export async function writeWorld(
  tx: Database,
  changeId: number,
  work: SeedWork,
  onPlaces: (rows: number) => void,
): Promise<void> {
  const shift = await lastUsedId(tx, changeId);
  work.write(shift);
  await tx.copyIn(
    `COPY place (${WORLD_COLUMNS.place}, created_change_id, change_id) FROM STDIN`,
    withChange(work.rows('place'), changeId, onPlaces),
  );
  for (const table of ['place_airport', 'zone_area', 'zone_member', 'place_name'] as const) {
    await copyTable(tx, table, table, work);
  }
  const [last] = await tx<{ id: number }[]>`SELECT max(id) AS id FROM place`;
  if (last?.id !== shift + work.places) throw new Error('The places did not get consecutive ids.');
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
  let rows = 0;
  for await (const chunk of chunks) {
    const lines = chunk.split('\n');
    rows += lines.length - 1;
    yield lines.join(end);
    onRows(rows);
  }
}
