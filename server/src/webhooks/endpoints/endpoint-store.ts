import type { EventType } from '@serai/contract/events.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { newReferenceId } from '../../platform/ids/reference-id.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import { endNotices } from '../notices/notice-store.ts';
import { enableEndpoint, pauseEndpoint } from './endpoint-status-store.ts';
import { insertSecret } from './secret-store.ts';
import { findEndpoint, type StoredEndpoint } from './stored-endpoint-store.ts';

export interface NewEndpoint {
  organisationId: string;
  environment: Environment;
  url: string;
  eventTypes: readonly EventType[];
  description?: string | null | undefined;
  createdBy: string;
  createdByStaff: boolean;
}

/** Maximum number of concurrent deliveries to one endpoint, across all workers. */
export const SLOTS = 10;

export async function createEndpoint(
  tx: Database,
  seal: Seal,
  made: NewEndpoint,
): Promise<{ endpoint: StoredEndpoint; secret: string }> {
  const {
    organisationId,
    environment,
    url,
    eventTypes,
    description = null,
    createdBy,
    createdByStaff,
  } = made;
  const endpointId = newReferenceId('whk');
  await tx`
    INSERT INTO webhook_endpoint (endpoint_id, organisation_id, environment, url, event_types, description,
                                  status_since, created_at, created_by, created_by_staff, updated_at,
                                  clock_from)
    SELECT ${endpointId}, ${organisationId}, ${environment}, ${url}, ${eventTypes}::text[], ${description},
           now.at, now.at, ${createdBy}, ${createdByStaff}::boolean, now.at, now.at
    FROM (SELECT date_trunc('milliseconds', serai_now()) AS at) AS now`;
  await tx`INSERT INTO webhook_slot (endpoint_id, slot) SELECT ${endpointId}, generate_series(1, ${SLOTS}::int)`;
  const secret = await insertSecret(tx, seal, endpointId);
  const endpoint = await findEndpoint(tx, organisationId, endpointId);
  return { endpoint: endpoint as StoredEndpoint, secret };
}

export interface EndpointChanges {
  url?: string | undefined;
  eventTypes?: readonly EventType[] | undefined;
  description?: string | null | undefined;
  status?: 'ENABLED' | 'PAUSED' | undefined;
  /** Who requests the change, as shown to partner users. */
  actor: string;
}

/** Changes the given fields. Returns undefined if the endpoint does not exist. */
export async function updateEndpoint(
  tx: Database,
  organisationId: string,
  endpointId: string,
  { url, eventTypes, description, status, actor }: EndpointChanges,
): Promise<StoredEndpoint | undefined> {
  const { count } = await tx`
    UPDATE webhook_endpoint SET updated_at = serai_now()
      ${url === undefined ? tx`` : tx`, url = ${url}`}
      ${eventTypes === undefined ? tx`` : tx`, event_types = ${eventTypes}::text[]`}
      ${description === undefined ? tx`` : tx`, description = ${description}`}
    WHERE endpoint_id = ${endpointId} AND organisation_id = ${organisationId}`;
  if (count === 0) return undefined;
  if (status === 'PAUSED') await pauseEndpoint(tx, endpointId, `Paused by ${actor}.`);
  if (status === 'ENABLED') await enableEndpoint(tx, endpointId);
  return await findEndpoint(tx, organisationId, endpointId);
}

/**
 * Deletes the endpoint. Its deliveries become invisible immediately and are deleted later, because there may be many.
 */
export async function deleteEndpoint(
  tx: Database,
  organisationId: string,
  endpointId: string,
): Promise<boolean> {
  const { count } = await tx`
    WITH gone AS (
      DELETE FROM webhook_endpoint WHERE endpoint_id = ${endpointId} AND organisation_id = ${organisationId}
      RETURNING endpoint_id
    )
    INSERT INTO webhook_deleted (endpoint_id, deleted_at) SELECT endpoint_id, serai_now() FROM gone`;
  if (count === 0) return false;
  await endNotices(tx, endpointId);
  return true;
}

/**
 * Locks the endpoint until the end of the transaction. Later statements of the transaction see all changes that were
 * committed before the lock was acquired.
 */
export async function lockEndpoint(tx: Database, organisationId: string, endpointId: string): Promise<void> {
  await tx`
    SELECT FROM webhook_endpoint WHERE endpoint_id = ${endpointId} AND organisation_id = ${organisationId}
    FOR NO KEY UPDATE`;
}

/** Returns the number of endpoints and blocks concurrent creation until the end of the transaction. */
export async function lockEndpointCount(
  tx: Database,
  organisationId: string,
  environment: Environment,
): Promise<number> {
  await tx`SELECT FROM organisation WHERE id = ${organisationId} FOR NO KEY UPDATE`;
  const [row] = await tx<{ endpoints: number }[]>`
    SELECT count(*)::int AS endpoints FROM webhook_endpoint
    WHERE organisation_id = ${organisationId} AND environment = ${environment}`;
  return row?.endpoints ?? 0;
}
