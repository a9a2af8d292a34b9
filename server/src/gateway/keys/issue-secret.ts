/** Makes a secret for a key and stores its hash. The clear text is in the return value and nowhere else. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids/ids.ts';
import { newKeyText, parseKeyText } from './key-format.ts';
import { hashSecret, SECRET_START_LENGTH } from './key-secret.ts';
import { insertSecret } from './key-store.ts';

interface IssuedSecret {
  secretId: string;
  /** The whole key. */
  text: string;
}

export async function issueSecret(
  tx: Database,
  key: { id: string; environment: Environment },
): Promise<IssuedSecret> {
  const text = newKeyText(key.environment, key.id);
  const secret = parseKeyText(text)?.secret;
  if (secret === undefined) throw new Error('a new key is not well formed');
  const secretId = newId('sec');
  await insertSecret(tx, {
    id: secretId,
    keyId: key.id,
    hash: hashSecret(secret),
    start: secret.slice(0, SECRET_START_LENGTH),
  });
  return { secretId, text };
}
