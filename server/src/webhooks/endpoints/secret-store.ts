/** Signing secrets of endpoints. During a rotation, two secrets sign. */
import type { Database } from '../../platform/database/connect.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import { createSigningSecret } from '../sending/signing.ts';
import { findEndpoint, type StoredEndpoint } from './stored-endpoint-store.ts';

const PURPOSE = 'webhook secret';

/** The endpoint must not have a current secret. Returns the plain secret, which cannot be read again. */
export async function insertSecret(tx: Database, seal: Seal, endpointId: string): Promise<string> {
  const secret = createSigningSecret();
  await tx`
    INSERT INTO webhook_secret (endpoint_id, number, sealed, created_at)
    SELECT ${endpointId}, coalesce(max(number), 0) + 1, ${seal.seal(PURPOSE, Buffer.from(secret))}, serai_now()
    FROM webhook_secret WHERE endpoint_id = ${endpointId}`;
  return secret;
}

/** The previous secret signs until the overlap ends. Any older secret becomes invalid immediately. */
export async function rotateSecret(
  tx: Database,
  seal: Seal,
  organisationId: string,
  endpointId: string,
  overlapSeconds: number,
): Promise<{ endpoint: StoredEndpoint; secret: string } | undefined> {
  const { count } = await tx`
    UPDATE webhook_endpoint SET updated_at = serai_now()
    WHERE endpoint_id = ${endpointId} AND organisation_id = ${organisationId}`;
  if (count === 0) return undefined;
  await tx`DELETE FROM webhook_secret WHERE endpoint_id = ${endpointId} AND valid_until IS NOT NULL`;
  await tx`
    UPDATE webhook_secret SET valid_until = serai_now() + ${overlapSeconds}::float8 * interval '1 second'
    WHERE endpoint_id = ${endpointId}`;
  const secret = await insertSecret(tx, seal, endpointId);
  const endpoint = await findEndpoint(tx, organisationId, endpointId);
  return { endpoint: endpoint as StoredEndpoint, secret };
}

export function openSecret(seal: Seal, sealed: Buffer): string {
  return seal.open(PURPOSE, sealed).toString('utf8');
}
