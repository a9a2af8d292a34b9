import type { Database } from '../../platform/database/connect.ts';

/** Until the end of the transaction nobody else changes the endpoint. Only a later statement sees what was changed before. */
export async function lockEndpoint(tx: Database, organisationId: string, endpointId: string): Promise<void> {
  await tx`
    SELECT FROM webhook_endpoint WHERE endpoint_id = ${endpointId} AND organisation_id = ${organisationId}
    FOR NO KEY UPDATE`;
}
