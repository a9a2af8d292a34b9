/**
 * Merges staged places into `place`. Unchanged rows are not touched, so importing the same source again changes nothing
 * and reports no changes.
 */
import type { Database } from '../../../platform/database/connect.ts';

export interface MergeCounts {
  created: number;
  changed: number;
}

/** `keep` leaves existing places unchanged, because data that the operator imported is newer than the seed. */
export async function mergePlaces(
  tx: Database,
  changeId: number,
  existing: 'keep' | 'update',
): Promise<MergeCounts> {
  let [created, changed] = [0, 0];
  // Containing places come first, because the places inside refer to them.
  for (const level of LEVELS) {
    if (existing === 'update') changed += await updatePlaces(tx, changeId, level);
    created += await insertPlaces(tx, changeId, level);
  }
  await linkStaged(tx, changeId);
  return { created, changed };
}

/** Links staged places to the places in the database. Those that the change created count as new. */
export async function linkStaged(tx: Database, changeId: number): Promise<void> {
  await tx`
    INSERT INTO merged_place (n, id, is_new, has_names)
    SELECT staged.n, place.id, place.created_change_id = ${changeId}, staged.has_names
    FROM staged_place AS staged JOIN place USING (source, source_id)`;
  await tx.script('ANALYZE merged_place');
}

const LEVELS = ['COUNTRY', 'FIRST_REGION', 'SECOND_REGION', 'REST'] as const;
type Level = (typeof LEVELS)[number];

/** The staged rows of a level, with parents where the codes determine them. */
function staged(tx: Database, level: Level) {
  return tx`
    SELECT staged.*, coalesce(second.id, first.id, country.id) AS parent_id
    FROM staged_place AS staged
    LEFT JOIN place AS country
      ON staged.type <> 'COUNTRY' AND country.source = 'iso-3166' AND country.source_id = staged.country_code
    LEFT JOIN place AS first
      ON staged.source <> 'geonames-admin1' AND first.source = 'geonames-admin1'
      AND first.source_id = staged.country_code || '.' || staged.region_code
    LEFT JOIN place AS second
      ON staged.source <> 'geonames-admin2' AND second.source = 'geonames-admin2'
      AND second.source_id = staged.country_code || '.' || staged.region_code || '.' || staged.second_region_code
    WHERE CASE staged.source
      WHEN 'iso-3166' THEN 'COUNTRY' WHEN 'geonames-admin1' THEN 'FIRST_REGION'
      WHEN 'geonames-admin2' THEN 'SECOND_REGION' ELSE 'REST' END = ${level}`;
}

async function insertPlaces(tx: Database, changeId: number, level: Level): Promise<number> {
  const { count } = await tx`
    INSERT INTO place (place_id, source, source_id, type, name, language, country_code, region_code, parent_id,
      latitude, longitude, time_zone, population, feature_code, iata_code, weight, created_change_id, change_id)
    SELECT place_id, source, source_id, type, name, language, country_code, region_code, parent_id,
      latitude, longitude, time_zone, population, feature_code, iata_code, weight, ${changeId}, ${changeId}
    FROM (${staged(tx, level)}) AS staged
    WHERE NOT EXISTS (
      SELECT FROM place WHERE place.source = staged.source AND place.source_id = staged.source_id)
    ORDER BY n`;
  return count;
}

/**
 * Districts and airports whose type and country stay the same keep their parents until their surroundings are
 * recomputed from distances.
 */
async function updatePlaces(tx: Database, changeId: number, level: Level): Promise<number> {
  const { count } = await tx`
    UPDATE place SET type = listed.type, name = listed.name, language = listed.language, country_code = listed.country_code,
      region_code = listed.region_code, parent_id = listed.parent_id, latitude = listed.latitude,
      longitude = listed.longitude, time_zone = listed.time_zone, population = listed.population,
      feature_code = listed.feature_code, iata_code = listed.iata_code, weight = listed.weight,
      status = 'ACTIVE', merged_into = NULL, change_id = ${changeId}
    FROM (
      SELECT place.id, staged.type, staged.name, staged.language, staged.country_code,
        CASE WHEN staged.type = 'AIRPORT' AND staged.country_code = place.country_code THEN place.region_code
          ELSE staged.region_code END AS region_code,
        CASE WHEN staged.type IN ('AIRPORT', 'DISTRICT') AND staged.type = place.type
            AND staged.country_code = place.country_code THEN place.parent_id
          ELSE staged.parent_id END AS parent_id,
        staged.latitude, staged.longitude, staged.time_zone, staged.population, staged.feature_code,
        staged.iata_code, staged.weight
      FROM (${staged(tx, level)}) AS staged
      JOIN place ON place.source = staged.source AND place.source_id = staged.source_id
    ) AS listed
    WHERE place.id = listed.id AND (
      place.type, place.name, place.language, place.country_code, place.region_code, place.parent_id, place.latitude,
      place.longitude, place.time_zone, place.population, place.feature_code, place.iata_code, place.weight,
      place.status
    ) IS DISTINCT FROM (
      listed.type, listed.name, listed.language, listed.country_code, listed.region_code, listed.parent_id, listed.latitude,
      listed.longitude, listed.time_zone, listed.population, listed.feature_code, listed.iata_code, listed.weight, 'ACTIVE')`;
  return count;
}

/**
 * Sets places that the source no longer contains to INACTIVE. `isLeftOut` identifies places that were not staged although
 * the source contains them.
 */
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
