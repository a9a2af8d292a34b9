/**
 * Codes that people write behind a city, as in `Sydney NS`: those of ISO 3166-2. Regions are numbered otherwise by their
 * source, but airports tell the code of the region they lie in. Class 2, in `zxx`, which is no language.
 */
import type { Database } from '../../../platform/database/connect.ts';
import { changeNames } from '../staging/touched-place-store.ts';

/** The least share of a region's airports that must agree: some lie beside a border, some regions were redrawn. */
const LEAST_SHARE = 0.6;

/** How many names changed. Regions without an airport that was told anew keep theirs. */
export async function applyRegionCodes(tx: Database): Promise<number> {
  await tx`
    CREATE TEMPORARY TABLE region_code ON COMMIT DROP AS
    WITH told AS (
      SELECT region.id AS region, staged.iso_region, count(*) AS airports
      FROM staged_place AS staged
      JOIN place AS airport USING (source, source_id)
      JOIN place AS region ON region.id = airport.parent_id AND region.type = 'REGION' AND region.status = 'ACTIVE'
      WHERE staged.type = 'AIRPORT' AND split_part(staged.iso_region, '-', 1) = region.country_code
      GROUP BY region.id, staged.iso_region
    ), ranked AS (
      SELECT region, split_part(iso_region, '-', 2) AS code,
        airports >= ${LEAST_SHARE} * sum(airports) OVER (PARTITION BY region)
          AND row_number() OVER (PARTITION BY region ORDER BY airports DESC, iso_region) = 1
          AND row_number() OVER (PARTITION BY iso_region ORDER BY airports DESC, region) = 1 AS is_best
      FROM told
    )
    SELECT region, max(code) FILTER (WHERE is_best AND code ~ '^[A-Z]{2,3}$') AS code FROM ranked GROUP BY region`;
  const removed = await changeNames(
    tx,
    tx`
    DELETE FROM place_name AS name USING region_code AS known
    WHERE name.place = known.region AND name.class = 2 AND name.language = 'zxx'
      AND name.name IS DISTINCT FROM known.code
    RETURNING name.place, name.language, name.class`,
  );
  const added = await changeNames(
    tx,
    tx`
    INSERT INTO place_name (place, name, language, class)
    SELECT region, code, 'zxx', 2 FROM region_code WHERE code IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING place, language, class`,
  );
  await tx.script('DROP TABLE region_code');
  return removed + added;
}
