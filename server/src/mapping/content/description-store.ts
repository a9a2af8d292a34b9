import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';

/**
 * The descriptions of the mapped hotels that suppliers currently list, by catalogue hotel and language. If several
 * suppliers have a text in one language, the first provider in alphabetical order is used, so that the result is stable.
 * Uses the index `provider_hotel_by_hotel`.
 */
export async function findDescriptions(
  db: Database,
  environment: Environment,
  hotelIds: readonly string[],
): Promise<Map<string, Record<string, string>>> {
  const rows = await db<{ hotelId: string; texts: Record<string, string> }[]>`
    SELECT hotel_id AS "hotelId", content #> '{content,texts}' AS texts
    FROM provider_hotel JOIN supplier_hotel USING (provider, environment, supplier_id)
    WHERE environment = ${environment} AND hotel_id = ANY (${hotelIds}::text[]) AND outcome = 'SAME' AND gone_at IS NULL
      AND jsonb_typeof(content #> '{content,texts}') = 'object'
    ORDER BY hotel_id, provider, supplier_id LIMIT 100000`;
  const found = new Map<string, Record<string, string>>();
  for (const { hotelId, texts } of rows) found.set(hotelId, { ...texts, ...found.get(hotelId) });
  return found;
}
