/** What was loaded by itself at the first start. */
import type { Database } from '../../../platform/database/connect.ts';
import type { CodedCities } from './fitting-regions.ts';

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

/** Staged cities by the code of their region. `00` is how the source writes that it knows none. */
export async function listCodedCities(tx: Database): Promise<CodedCities[]> {
  return tx<CodedCities[]>`
    SELECT country_code || '.' || region_code AS code, count(*) AS cities,
      coalesce(array_agg(name) FILTER (WHERE feature_code IN ('PPLA', 'PPLC')), '{}') AS seats
    FROM staged_place
    WHERE type = 'CITY' AND region_code <> '00'
    GROUP BY code ORDER BY code`;
}
