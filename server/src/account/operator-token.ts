/**
 * The operator token. Unless it is configured, it is stored in a file in the data folder that only its owner may read.
 */
import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { randomBase62 } from '../platform/ids/ids.ts';
import { OPERATOR_TOKEN_FILE, secretFile } from '../platform/secrets/secret-file.ts';
import { StartError } from '../platform/start-error.ts';
import { hashToken } from './access/hash-token.ts';

const PREFIX = 'serai_operator_';
const SHAPE = /^serai_operator_[0-9A-Za-z]{43}$/;
/** 256 bits in base62. */
const RANDOM_LENGTH = 43;

export async function ensureOperatorToken(dataDir: string): Promise<string> {
  const path = join(dataDir, OPERATOR_TOKEN_FILE);
  return checkShape(await secretFile(path, () => `${PREFIX}${randomBase62(RANDOM_LENGTH)}`), path);
}

/** An emptied or truncated file must not be accepted as a secret. */
function checkShape(token: string, path: string): string {
  if (SHAPE.test(token)) return token;
  throw new StartError(
    `${path} contains no operator token.`,
    'Delete the file. The next start creates a new token.',
  );
}

/** Compares digests, so that the timing reveals neither the characters nor the length of the token. */
export function isOperatorToken(given: string, token: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(token));
}
