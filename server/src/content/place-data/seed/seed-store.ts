import type { Database } from '../../../platform/database/connect.ts';
import { copyChunks } from '../staging/copy-text.ts';
import { changeNames } from '../staging/merge-names-store.ts';
import type { CitiesByCode, StagedCity } from './seed-regions.ts';

export async function findSeed(db: Database, name: string): Promise<boolean> {
  const rows = await db`SELECT FROM catalogue_seed WHERE name = ${name}`;
  return rows.length > 0;
}

export async function findSeedVersion(db: Database, name: string): Promise<string | undefined> {
  const [row] = await db<{ version: string }[]>`SELECT version FROM catalogue_seed WHERE name = ${name}`;
  return row?.version;
}

export async function recordSeed(tx: Database, name: string, version: string): Promise<void> {
  await tx`
    INSERT INTO catalogue_seed (name, version) VALUES (${name}, ${version})
    ON CONFLICT (name) DO UPDATE SET version = excluded.version, loaded_at = excluded.loaded_at`;
}

const NAMES = 'place-names';
const PENDING = /^pending (\d+)$/;

/** Records that names of the places that a change created are still missing. */
export function recordPendingNames(tx: Database, changeId: number): Promise<void> {
  return recordSeed(tx, NAMES, `pending ${changeId}`);
}

/** Returns the change that created the places whose names are missing. Earlier installations have no record. */
export async function findPendingNames(db: Database): Promise<number | undefined> {
  const [, changeId] = PENDING.exec((await findSeedVersion(db, NAMES)) ?? '') ?? [];
  return changeId === undefined ? undefined : Number(changeId);
}

export function recordNames(tx: Database): Promise<void> {
  return recordSeed(tx, NAMES, 'complete');
}

/** Counts staged cities by region code. The source uses `00` for an unknown region. */
export async function listCodedCities(tx: Database): Promise<CitiesByCode[]> {
  return tx<CitiesByCode[]>`
    SELECT country_code || '.' || region_code AS code, count(*) AS cities,
      coalesce(array_agg(name) FILTER (WHERE feature_code IN ('PPLA', 'PPLC')), '{}') AS seats
    FROM staged_place
    WHERE type = 'CITY' AND region_code <> '00'
    GROUP BY code ORDER BY code`;
}

/** Includes districts, because they lie in the regions of their cities. */
export async function listStagedCities(tx: Database, countries: readonly string[]): Promise<StagedCity[]> {
  return tx<StagedCity[]>`
    SELECT n, country_code AS "countryCode", latitude, longitude FROM staged_place
    WHERE source = 'geonames' AND country_code = ANY (${countries}::text[])
    ORDER BY n`;
}

export async function writeRegionCodes(tx: Database, codes: ReadonlyMap<number, string>): Promise<void> {
  await tx.script('CREATE TEMPORARY TABLE recoded (n integer, region_code text) ON COMMIT DROP');
  await tx.copyIn('COPY recoded FROM STDIN', copyChunks([...codes]));
  await tx`
    UPDATE staged_place SET region_code = recoded.region_code FROM recoded WHERE recoded.n = staged_place.n`;
  await tx.script('DROP TABLE recoded');
}

export async function listRegionCodes(tx: Database): Promise<Set<string>> {
  const rows = await tx<{ code: string }[]>`
    SELECT source_id AS code FROM place WHERE source = 'geonames-admin1' AND status = 'ACTIVE' ORDER BY source_id`;
  return new Set(rows.map(({ code }) => code));
}

/** Adds staged names to places that exist, except names that the place already has in the same or an unknown language. */
export async function addStagedNames(tx: Database): Promise<number> {
  return changeNames(
    tx,
    tx`
    INSERT INTO place_name (place, name, language, class)
    SELECT place.id, staged.name, staged.language, min(staged.class)
    FROM staged_name AS staged
    JOIN place ON place.source = staged.source AND place.source_id = staged.source_id AND place.status = 'ACTIVE'
    WHERE NOT EXISTS (
      SELECT FROM place_name AS known
      WHERE known.place = place.id AND known.name = staged.name AND known.language IN (staged.language, 'und'))
    GROUP BY place.id, staged.name, staged.language
    RETURNING place, language, class`,
  );
}
