/** Generates a secret for a key and stores its hash. The plain text exists only in the returned value. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids/ids.ts';
import { newKeyText, parseKeyText } from './key-format.ts';
import { hashSecret, SECRET_START_LENGTH } from './key-secret.ts';
import { insertSecret } from './key-store.ts';

interface IssuedSecret {
  secretId: string;
  /** The full key. */
  text: string;
}

export async function issueSecret(
  tx: Database,
  key: { id: string; environment: Environment },
): Promise<IssuedSecret> {
  const text = newKeyText(key.environment, key.id);
  const secret = parseKeyText(text)?.secret;
  if (secret === undefined) throw new Error('a new key has an invalid format');
  const secretId = newId('sec');
  await insertSecret(tx, {
    id: secretId,
    keyId: key.id,
    hash: hashSecret(secret),
    start: secret.slice(0, SECRET_START_LENGTH),
  });
  return { secretId, text };
}
