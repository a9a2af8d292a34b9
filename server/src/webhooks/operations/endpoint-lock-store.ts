import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';

/** Locks the endpoint until the end of the transaction. Only later statements see changes made before. */
export async function lockEndpoint(tx: Database, organisationId: string, endpointId: string): Promise<void> {
  await tx`
    SELECT FROM webhook_endpoint WHERE endpoint_id = ${endpointId} AND organisation_id = ${organisationId}
    FOR NO KEY UPDATE`;
}

/** Returns the number of endpoints and prevents concurrent creation until the end of the transaction. */
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
