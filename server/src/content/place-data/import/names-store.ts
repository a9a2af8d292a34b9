/** Stores names in known languages and the cities of districts. Both come from separate GeoNames files. */
import type { Database } from '../../../platform/database/connect.ts';
import type { CopyChunks } from '../../../platform/database/connection/copy-in.ts';
import { MAJOR_LANGUAGES } from '../name-class.ts';
import { copyChunks } from '../staging/copy-text.ts';
import { changeNames } from '../staging/merge-names-store.ts';
import { IdSet } from './id-set.ts';

export async function createImportStaging(tx: Database): Promise<void> {
  await tx.script(`
    CREATE TEMPORARY TABLE staged_alternate (
      geoname_id bigint, name text, language text, kind text, is_preferred boolean) ON COMMIT DROP;
    CREATE TEMPORARY TABLE staged_hierarchy (parent bigint, child bigint) ON COMMIT DROP;
    CREATE TEMPORARY TABLE known_area (geoname_id bigint, code text) ON COMMIT DROP;
    CREATE TEMPORARY TABLE local_language (country_code text, language text) ON COMMIT DROP;`);
}

export const copyAlternates = (tx: Database, chunks: CopyChunks) =>
  tx.copyIn('COPY staged_alternate FROM STDIN', chunks);

export const copyHierarchy = (tx: Database, chunks: CopyChunks) =>
  tx.copyIn('COPY staged_hierarchy FROM STDIN', chunks);

/** Lists the GeoNames ids that names can be assigned to: existing places, staged places, and areas. */
export async function listGeonameIds(tx: Database, areas: ReadonlyMap<number, string>): Promise<IdSet> {
  const ids = new IdSet();
  for (const id of areas.keys()) ids.add(id);
  await tx.script(`
    DECLARE geoname_id NO SCROLL CURSOR FOR
    SELECT source_id::bigint AS id FROM place WHERE source = 'geonames'
    UNION ALL SELECT source_id::bigint FROM staged_place WHERE source = 'geonames'`);
  for (;;) {
    const rows = await tx<{ id: number }[]>`FETCH 20000 FROM geoname_id`;
    if (rows.length === 0) break;
    for (const { id } of rows) ids.add(id);
  }
  await tx.script('CLOSE geoname_id');
  return ids;
}

export async function addLookups(
  tx: Database,
  areas: ReadonlyMap<number, string>,
  languages: Iterable<readonly [country: string, language: string]>,
): Promise<void> {
  await tx.copyIn('COPY known_area FROM STDIN', copyChunks([...areas]));
  await tx.copyIn('COPY local_language FROM STDIN', copyChunks([...languages]));
  await tx.script('ANALYZE staged_alternate; ANALYZE staged_hierarchy; ANALYZE known_area');
}

/** Lists the countries of all places in the database. Their languages determine which names are local. */
export async function listCountryCodes(tx: Database): Promise<string[]> {
  const rows = await tx<{ country_code: string }[]>`
    SELECT DISTINCT country_code FROM place ORDER BY country_code`;
  return rows.map(row => row.country_code);
}

/**
 * Adds names in known languages. They replace names with the same spelling and no language. With `replace`, the file
 * replaces the names of its cities: other names in known languages are removed. Countries and
 * regions keep their names.
 */
export async function mergeAlternates(tx: Database, { replace }: { replace: boolean }): Promise<number> {
  await tx`
    CREATE TEMPORARY TABLE listed_alternate ON COMMIT DROP AS
    SELECT place, type, name, language, min(class)::smallint AS class FROM (
      SELECT place.id AS place, place.type, listed.name, listed.language, CASE
        WHEN listed.kind = 'code' THEN 4
        WHEN listed.kind = 'historic' THEN 5
        WHEN listed.kind = 'colloquial' THEN 3
        WHEN listed.language = 'und' THEN 3
        WHEN primary_tag = 'en' OR local.language IS NOT NULL THEN
          CASE WHEN listed.is_preferred OR NOT listed.has_preferred THEN 1 ELSE 2 END
        WHEN primary_tag = ANY(${[...MAJOR_LANGUAGES]}::text[]) THEN 2
        ELSE 3 END AS class
      FROM (
        SELECT *, split_part(language, '-', 1) AS primary_tag,
          bool_or(is_preferred) OVER (PARTITION BY geoname_id, language) AS has_preferred
        FROM staged_alternate
      ) AS listed
      LEFT JOIN known_area ON known_area.geoname_id = listed.geoname_id
      JOIN place ON place.source_id = coalesce(known_area.code, listed.geoname_id::text) AND place.source = CASE
        WHEN known_area.code IS NULL THEN 'geonames'
        WHEN known_area.code NOT LIKE '%.%' THEN 'iso-3166'
        WHEN known_area.code NOT LIKE '%.%.%' THEN 'geonames-admin1'
        ELSE 'geonames-admin2' END
      LEFT JOIN (SELECT DISTINCT country_code, language FROM local_language) AS local
        ON local.country_code = place.country_code AND local.language = primary_tag
    ) AS alternate
    GROUP BY place, type, name, language`;
  await tx.script('ANALYZE listed_alternate');
  const counts = [await removeMissingNames(tx, replace), await addNewNames(tx), await updateClasses(tx)];
  await tx.script('DROP TABLE listed_alternate');
  return counts.reduce((sum, count) => sum + count, 0);
}

async function removeMissingNames(tx: Database, replace: boolean): Promise<number> {
  return changeNames(
    tx,
    tx`
    DELETE FROM place_name AS name
    USING (SELECT DISTINCT place FROM listed_alternate WHERE type IN ('CITY', 'DISTRICT')) AS named
    WHERE named.place = name.place AND name.class <> 0 AND name.language <> 'zxx' AND CASE
      WHEN name.language = 'und' THEN EXISTS (
        SELECT FROM listed_alternate AS listed
        WHERE listed.place = name.place AND listed.name = name.name AND listed.language <> 'und')
      ELSE ${replace} AND NOT EXISTS (
        SELECT FROM listed_alternate AS listed
        WHERE listed.place = name.place AND listed.name = name.name AND listed.language = name.language) END
    RETURNING name.place, name.language, name.class`,
  );
}

async function addNewNames(tx: Database): Promise<number> {
  return changeNames(
    tx,
    tx`
    INSERT INTO place_name (place, name, language, class)
    SELECT listed.place, listed.name, listed.language, listed.class
    FROM listed_alternate AS listed
    LEFT JOIN place_name AS name USING (place, name, language)
    WHERE name.place IS NULL AND (listed.language <> 'und' OR NOT EXISTS (
      SELECT FROM listed_alternate AS tagged
      WHERE tagged.place = listed.place AND tagged.name = listed.name AND tagged.language <> 'und'))
    ORDER BY listed.place
    RETURNING place, language, class`,
  );
}

async function updateClasses(tx: Database): Promise<number> {
  return changeNames(
    tx,
    tx`
    UPDATE place_name AS name SET class = listed.class
    FROM listed_alternate AS listed
    WHERE name.place = listed.place AND name.name = listed.name AND name.language = listed.language
      AND name.class NOT IN (0, listed.class)
      AND NOT (name.language = 'und' AND name.class IN (1, 4) AND listed.class = 3)
    RETURNING name.place, name.language, name.class`,
  );
}

/** Sets the cities of districts from the hierarchy file, so that they are not guessed from the distance. */
export async function mergeHierarchy(tx: Database, changeId: number): Promise<number> {
  const { count } = await tx`
    UPDATE place SET parent_id = listed.parent, change_id = ${changeId}
    FROM (
      SELECT DISTINCT ON (child.id) child.id, parent.id AS parent
      FROM staged_hierarchy AS line
      JOIN place AS child ON child.source = 'geonames' AND child.source_id = line.child::text
      JOIN place AS parent ON parent.source = 'geonames' AND parent.source_id = line.parent::text
      WHERE child.type = 'DISTRICT' AND parent.type = 'CITY' AND parent.status = 'ACTIVE'
      ORDER BY child.id, parent.weight DESC, parent.id
    ) AS listed
    WHERE place.id = listed.id AND place.parent_id IS DISTINCT FROM listed.parent`;
  return count;
}
