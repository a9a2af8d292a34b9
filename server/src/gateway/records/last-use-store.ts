/** The last use of each secret, in a separate table, because using a key does not change the key. */
import type { Database } from '../../platform/database/connect.ts';

export interface SecretUse {
  secretId: string;
  usedAtMs: number;
  address: string | undefined;
  version: string | undefined;
}

/** Never replaces a later use, regardless of which node writes last. Uses of deleted secrets are ignored. */
export async function saveLastUses(db: Database, uses: readonly SecretUse[]): Promise<void> {
  await db`
    INSERT INTO api_key_last_use AS l (secret_id, used_at, address, client_version)
    SELECT s.id, to_timestamp(use."usedAtMs" / 1000), use.address, use.version
    FROM json_to_recordset(${JSON.stringify(uses)}::text::json)
      AS use ("secretId" text, "usedAtMs" float8, address text, version text)
    JOIN api_key_secret s ON s.id = use."secretId"
    ORDER BY s.id
    ON CONFLICT (secret_id) DO UPDATE SET
      used_at = excluded.used_at, address = excluded.address, client_version = excluded.client_version
    WHERE excluded.used_at > l.used_at`;
}
