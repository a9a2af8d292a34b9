import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';

export interface PartnerTraffic {
  organisationId: string;
  /** Last use of a key. Null if no key was used. */
  lastRequestAt: Date | null;
  /** In the last hour, with lost responses as server errors. */
  requests: number;
  serverErrors: number;
}

/**
 * The traffic of these partners, in one statement. Reads their keys from the index api_key_by_organisation, and the
 * counters of the last hour from usage_minute_by_organisation. Keys that Serai created for itself do not count.
 */
export async function listTraffic(
  db: Database,
  { environment, ids }: { environment: Environment; ids: readonly string[] },
): Promise<PartnerTraffic[]> {
  return await db<PartnerTraffic[]>`
    SELECT partner.id AS "organisationId", last_at AS "lastRequestAt", requests, errors AS "serverErrors"
    FROM unnest(${ids}::text[]) AS partner (id)
    CROSS JOIN LATERAL (
      SELECT max(use.used_at) AS last_at
      FROM api_key
      JOIN api_key_secret AS secret ON secret.key_id = api_key.id
      JOIN api_key_last_use AS use ON use.secret_id = secret.id
      WHERE api_key.organisation_id = partner.id AND environment = ${environment} AND purpose = 'CLIENT'
    ) AS last
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(requests), 0)::bigint AS requests,
        coalesce(sum(requests) FILTER (WHERE status_class = 5), 0)::bigint AS errors
      FROM usage_minute
      WHERE organisation_id = partner.id AND environment = ${environment} AND minute >= serai_now() - interval '1 hour'
    ) AS recent
    ORDER BY partner.id LIMIT ${ids.length}`;
}
