/**
 * Merges the names of staged places. Names without a language come from columns of the source and are replaced as a
 * whole. Once a file of names in known languages has been imported for a place, that file is authoritative. The columns
 * then only add names that the file does not contain.
 */
import type { Database } from '../../../platform/database/connect.ts';
import type { Statement } from '../../../platform/database/statement.ts';

const MAX_NAME_LENGTH = 200;

/** Returns how many names were added, changed or removed. */
export async function mergeNames(tx: Database, existing: 'keep' | 'update'): Promise<number> {
  const inserted = await insertForNewPlaces(tx);
  if (existing === 'keep') return inserted;
  await tx`
    CREATE TEMPORARY TABLE listed_name ON COMMIT DROP AS
    SELECT place, name, language, min(class) AS class, bool_or(is_column) AS is_column
    FROM (${sourceNames(tx, false)}) AS listed GROUP BY place, name, language`;
  await tx.script('ANALYZE listed_name');
  const removed = await removeMissingNames(tx);
  const added = await addNewNames(tx);
  const changed = await updateClasses(tx);
  await tx.script('DROP TABLE listed_name');
  return inserted + removed + added + changed;
}

function sourceNames(tx: Database, isNew: boolean): Statement {
  return tx`
    SELECT merged.id AS place, staged.name, staged.language, 0 AS class, false AS is_column
    FROM merged_place AS merged JOIN staged_place AS staged USING (n) WHERE is_new = ${isNew} AND merged.has_names
    UNION ALL
    SELECT merged.id, staged.ascii_name, 'und', 1, true
    FROM merged_place AS merged JOIN staged_place AS staged USING (n)
    WHERE is_new = ${isNew} AND merged.has_names AND staged.ascii_name <> staged.name
    UNION ALL
    SELECT merged.id, staged.short_name, 'und', 2, true
    FROM merged_place AS merged JOIN staged_place AS staged USING (n)
    WHERE is_new = ${isNew} AND merged.has_names AND staged.short_name <> staged.name
    UNION ALL
    SELECT merged.id, staged.iata_code, 'und', 4, true
    FROM merged_place AS merged JOIN staged_place AS staged USING (n)
    WHERE is_new = ${isNew} AND merged.has_names AND staged.iata_code IS NOT NULL
    UNION ALL
    SELECT merged.id, btrim(alternate), 'und',
      CASE WHEN btrim(alternate) COLLATE "C" ~ '^[A-Z]{3}$' THEN 4 ELSE 3 END, true
    FROM merged_place AS merged JOIN staged_place AS staged USING (n)
    CROSS JOIN LATERAL unnest(string_to_array(staged.alternates, ',')) AS alternate
    WHERE is_new = ${isNew} AND merged.has_names AND btrim(alternate) NOT IN ('', staged.name)
      AND length(alternate) <= ${MAX_NAME_LENGTH}
    UNION ALL
    SELECT merged.id, named.name, named.language, named.class, false
    FROM merged_place AS merged JOIN staged_place AS staged USING (n)
    JOIN staged_name AS named ON named.source = staged.source AND named.source_id = staged.source_id
    WHERE is_new = ${isNew} AND merged.has_names`;
}

/**
 * Inserts in the order of the primary key, which fills its index sequentially. After an interrupted first start, some
 * names exist.
 */
async function insertForNewPlaces(tx: Database): Promise<number> {
  const { count } = await tx`
    INSERT INTO place_name (place, name, language, class)
    SELECT place, name, language, min(class) FROM (${sourceNames(tx, true)}) AS listed
    GROUP BY place, name, language
    ORDER BY place
    ON CONFLICT DO NOTHING`;
  return count;
}

async function removeMissingNames(tx: Database): Promise<number> {
  return changeNames(
    tx,
    tx`
    DELETE FROM place_name AS name
    USING merged_place AS merged
    WHERE merged.id = name.place AND NOT merged.is_new AND merged.has_names
      AND NOT EXISTS (
        SELECT FROM listed_name AS listed
        WHERE listed.place = name.place AND listed.name = name.name AND listed.language = name.language)
      AND (name.class = 0 OR name.language = 'und' AND name.class IN (1, 2, 3, 4) AND ${notNamedByFile(tx)})
    RETURNING name.place, name.language, name.class`,
  );
}

async function addNewNames(tx: Database): Promise<number> {
  return changeNames(
    tx,
    tx`
    INSERT INTO place_name (place, name, language, class)
    SELECT listed.place, listed.name, listed.language, listed.class
    FROM listed_name AS listed
    LEFT JOIN place_name AS name USING (place, name, language)
    WHERE name.place IS NULL AND NOT (listed.is_column AND EXISTS (
      SELECT FROM place_name AS same WHERE same.place = listed.place AND same.name = listed.name))
    ORDER BY listed.place
    RETURNING place, language, class`,
  );
}

async function updateClasses(tx: Database): Promise<number> {
  return changeNames(
    tx,
    tx`
    UPDATE place_name AS name SET class = listed.class
    FROM listed_name AS listed
    WHERE name.place = listed.place AND name.name = listed.name AND name.language = listed.language
      AND name.class NOT IN (listed.class, 5) AND (0 IN (listed.class, name.class) OR ${notNamedByFile(tx)})
    RETURNING name.place, name.language, name.class`,
  );
}

/**
 * True if no file of names has been imported for the place. Airport codes are stored in `zxx` (no linguistic content) and
 * do not count.
 */
function notNamedByFile(tx: Database): Statement {
  return tx`NOT EXISTS (
    SELECT FROM place_name AS tagged
    WHERE tagged.place = name.place AND tagged.language NOT IN ('und', 'zxx') AND tagged.class <> 0)`;
}

/**
 * Runs a statement on `place_name` that ends with `RETURNING place, language, class`. Returns how many names it changed.
 */
export async function changeNames(tx: Database, change: Statement): Promise<number> {
  const { count } = await tx`
    WITH changed AS (${change})
    INSERT INTO touched_place (place, language, class) SELECT place, language, class FROM changed`;
  return count;
}

/**
 * Marks places whose names or codes have changed, so that partners' copies of the destinations are updated. Names without
 * a known language do not count, because they are searched but never shown. The code of an airport is shown with every
 * place it serves.
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
