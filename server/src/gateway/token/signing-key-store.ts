/** Stored signing keys. Public keys are stored in plain form, private keys encrypted with the master key. */
import type { JsonWebKey } from 'node:crypto';
import type { Database } from '../../platform/database/connect.ts';
import type { PublicKey } from '../../platform/token/key-set.ts';

export interface StoredSigningKey {
  kid: string;
  publicKey: JsonWebKey;
  sealedPrivateKey: Buffer;
  useFromMs: number;
}

export async function listSigningKeys(db: Database): Promise<StoredSigningKey[]> {
  const rows = await db<
    { kid: string; public_key: JsonWebKey; private_key_sealed: Buffer; use_from: Date }[]
  >`
    SELECT kid, public_key, private_key_sealed, use_from FROM signing_key ORDER BY use_from, kid LIMIT 100`;
  return rows.map(row => ({
    kid: row.kid,
    publicKey: row.public_key,
    sealedPrivateKey: row.private_key_sealed,
    useFromMs: row.use_from.getTime(),
  }));
}

/** Returns all public keys, including those of retired keys that have not been deleted yet. */
export async function listPublicKeys(db: Database): Promise<PublicKey[]> {
  return (await listSigningKeys(db)).map(({ kid, publicKey }) => ({ kid, jwk: publicKey }));
}

/**
 * Inserts a key unless there is one newer than `newestKid`, so that only one of several concurrent rotations succeeds.
 * The lock is held until the end of the caller's transaction.
 */
export async function insertSigningKey(
  tx: Database,
  key: StoredSigningKey,
  newestKid: string | undefined,
): Promise<boolean> {
  await tx`SELECT pg_advisory_xact_lock(hashtext('serai signing keys'))`;
  const [newest] = await tx<{ kid: string }[]>`
    SELECT kid FROM signing_key ORDER BY use_from DESC, kid DESC LIMIT 1`;
  if (newest?.kid !== newestKid) return false;
  await tx`
    INSERT INTO signing_key (kid, public_key, private_key_sealed, use_from)
    VALUES (${key.kid}, ${tx.json(key.publicKey as never)}, ${key.sealedPrivateKey}, ${new Date(key.useFromMs)})`;
  return true;
}

export async function deleteSigningKeys(db: Database, kids: readonly string[]): Promise<void> {
  await db`DELETE FROM signing_key WHERE kid = ANY(${kids as string[]})`;
}
