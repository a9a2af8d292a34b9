import type { PlaceType } from '@serai/contract/content/place-item.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { SANDBOX_PLACE_ID } from '../places/sandbox-place.ts';

export interface FoundPlace {
  id: number;
  placeId: string;
  status: 'ACTIVE' | 'INACTIVE' | 'MERGED';
  type: PlaceType;
  name: string;
  language: string;
  countryCode: string;
  latitude: number;
  longitude: number;
  hotelCount: number;
}

/** Longer than any valid chain of successors, so that an invalid circular chain ends. */
const MAX_DEPTH = 16;

/** A merged place is replaced by its successor. */
export async function findPlace(
  db: Database,
  environment: Environment,
  placeId: string,
): Promise<FoundPlace | undefined> {
  const [found] = await db<FoundPlace[]>`
    WITH RECURSIVE chain AS (
      SELECT id, merged_into, 0 AS depth FROM place WHERE place_id = ${placeId} ${isShown(db, environment)}
      UNION ALL
      SELECT place.id, place.merged_into, chain.depth + 1
      FROM chain JOIN place ON place.id = chain.merged_into WHERE chain.depth < ${MAX_DEPTH}
    )
    SELECT place.id, place.place_id AS "placeId", place.status, place.type, place.name, place.language,
      place.country_code AS "countryCode", place.latitude, place.longitude, coalesce(counted.hotels, 0) AS "hotelCount"
    FROM chain JOIN place USING (id)
    LEFT JOIN place_hotel_count AS counted ON counted.environment = ${environment} AND counted.place = place.id
    ORDER BY chain.depth DESC
    LIMIT 1`;
  return found;
}

/** A condition on `place` that hides the place of the scenario hotels from production. */
export function isShown(db: Database, environment: Environment): Statement {
  return environment === 'sandbox' ? db`` : db`AND place.place_id <> ${SANDBOX_PLACE_ID}`;
}
