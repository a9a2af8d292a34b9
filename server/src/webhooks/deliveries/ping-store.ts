import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { appendEventFor } from '../../platform/events/outbox-store.ts';
import type { Seal } from '../../platform/secrets/seal.ts';

/**
 * Queues a test event, regardless of the endpoint's status. Returns the ID of the delivery, or undefined if the
 * endpoint does not exist.
 */
export async function pingEndpoint(
  tx: Database,
  seal: Seal,
  organisationId: string,
  endpointId: string,
): Promise<string | undefined> {
  const [endpoint] = await tx<{ environment: Environment; now: Date }[]>`
    SELECT environment, serai_now() AS now FROM webhook_endpoint
    WHERE endpoint_id = ${endpointId} AND organisation_id = ${organisationId}`;
  if (endpoint === undefined) return undefined;
  return await appendEventFor(tx, seal, endpointId, {
    organisationId,
    environment: endpoint.environment,
    type: 'webhook.ping',
    at: endpoint.now,
    data: { endpointId, message: 'It works.' },
  });
}
