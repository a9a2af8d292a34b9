import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { ofPartner } from '../../platform/database/of-partner.ts';
import { idRange, type SearchQuery } from '../../platform/operations/operator/search-source.ts';

type Wanted = Pick<SearchQuery, 'organisationId' | 'environments' | 'limit'>;

export interface FoundEvent {
  eventId: string;
  type: string;
  at: Date;
  environment: Environment;
  organisationId: string;
}

/** Uses the primary key. */
export async function findEventsByPrefix(
  db: Database,
  { organisationId, environments, limit }: Wanted,
  start: string,
): Promise<FoundEvent[]> {
  const { from, to } = idRange(start);
  return await db<FoundEvent[]>`
    SELECT event_id AS "eventId", type, at, environment, organisation_id AS "organisationId" FROM outbox_event
    WHERE event_id >= ${from} AND event_id <= ${to} AND starts_with(event_id, ${start})
      AND ${ofPartner(db, organisationId)} AND environment = ANY (${environments})
    ORDER BY event_id LIMIT ${limit * environments.length}`;
}

export interface FoundEndpoint {
  endpointId: string;
  url: string;
  status: string;
  environment: Environment;
  organisationId: string;
}

/** Compares all endpoints, because an installation has few. */
export async function findEndpoints(
  db: Database,
  { organisationId, environments, limit }: Wanted,
  text: string,
): Promise<FoundEndpoint[]> {
  const wanted = text.toLowerCase();
  return await db<FoundEndpoint[]>`
    SELECT endpoint_id AS "endpointId", url, status, environment, organisation_id AS "organisationId" FROM webhook_endpoint
    WHERE ${ofPartner(db, organisationId)} AND environment = ANY (${environments})
      AND (strpos(lower(url), ${wanted}) > 0 OR starts_with(lower(endpoint_id), ${wanted}))
    ORDER BY url, endpoint_id LIMIT ${limit * environments.length}`;
}
