/** Finds a leaked key, whichever organisation owns it. This is the only read of keys across organisations. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { KeyRecord } from './key-record.ts';
import type { StoredSecret } from './key-secret.ts';

export interface LeakedKey {
  id: string;
  organisationId: string;
  name: string;
  environment: Environment;
  status: KeyRecord['status'];
  /** All secrets, including ended ones. */
  secrets: StoredSecret[];
}

/**
 * Locks the key until the end of the transaction. The caller compares the secret, which never becomes part of a
 * statement.
 */
export async function lockLeakedKey(tx: Database, id: string): Promise<LeakedKey | undefined> {
  const [key] = await tx<Omit<LeakedKey, 'secrets'>[]>`
    SELECT id, organisation_id AS "organisationId", name, environment, status
    FROM api_key WHERE id = ${id} FOR UPDATE`;
  if (key === undefined) return undefined;
  const secrets = await tx<{ id: string; hash: Buffer; ended: boolean }[]>`
    SELECT id, hash, COALESCE(valid_until <= clock_timestamp(), false) AS ended
    FROM api_key_secret WHERE key_id = ${id} ORDER BY created_at DESC LIMIT 1000`;
  return {
    ...key,
    secrets: secrets.map(secret => ({
      id: secret.id,
      hash: Buffer.from(secret.hash).toString('latin1'),
      validUntilMs: secret.ended ? 0 : undefined,
    })),
  };
}
