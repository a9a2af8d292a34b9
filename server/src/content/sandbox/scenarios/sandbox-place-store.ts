/** Writes the place of the scenario hotels. Call it inside `writeCatalogue`. */
import type { Database } from '../../../platform/database/connect.ts';
import { SANDBOX_PLACE } from '../../places/sandbox-place.ts';

/** Returns true if the place was created or changed. */
export async function mergeSandboxPlace(tx: Database, changeId: number): Promise<boolean> {
  const { placeId, name, countryCode, latitude, longitude, weight } = SANDBOX_PLACE;
  const [place] = await tx<{ id: number }[]>`
    INSERT INTO place AS stored (place_id, source, source_id, type, name, language, country_code, latitude, longitude,
      weight, created_change_id, change_id)
    VALUES (${placeId}, 'sandbox', 'sandbox', 'CITY', ${name}, 'en', ${countryCode}, ${latitude}, ${longitude},
      ${weight}, ${changeId}, ${changeId})
    ON CONFLICT (source, source_id) DO UPDATE SET name = excluded.name, country_code = excluded.country_code,
      latitude = excluded.latitude, longitude = excluded.longitude, weight = excluded.weight, status = 'ACTIVE',
      merged_into = NULL, change_id = excluded.change_id
    WHERE (stored.name, stored.country_code, stored.latitude, stored.longitude, stored.weight, stored.status)
      IS DISTINCT FROM
      (excluded.name, excluded.country_code, excluded.latitude, excluded.longitude, excluded.weight, 'ACTIVE')
    RETURNING id`;
  if (place === undefined) return false;
  await tx`DELETE FROM place_name WHERE place = ${place.id}`;
  await tx`INSERT INTO place_name (place, name, language, class) VALUES (${place.id}, ${name}, 'en', 0)`;
  return true;
}
