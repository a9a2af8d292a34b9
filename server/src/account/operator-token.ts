/** The token of whoever runs the server, in a file of the data folder that only its owner may read. */
import { hash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { randomBase62 } from '../platform/ids.ts';
import { readSecretFile, secretFile } from '../platform/secret-file.ts';
import { StartError } from '../platform/start-error.ts';

const FILE = 'operator-token';
const PREFIX = 'serai_operator_';
const SHAPE = /^serai_operator_[0-9A-Za-z]{43}$/;
/** 256 bits in base62. */
const RANDOM_LENGTH = 43;

export function operatorTokenPath(dataDir: string): string {
  return join(dataDir, FILE);
}

/** The token of this data folder; made at the first start and kept from then on. */
export async function ensureOperatorToken(dataDir: string): Promise<string> {
  const path = operatorTokenPath(dataDir);
  return checkShape(await secretFile(path, () => `${PREFIX}${randomBase62(RANDOM_LENGTH)}`), path);
}

/** For the command line, which makes none: a token that no server knows would be of no use. */
export async function readOperatorToken(dataDir: string): Promise<string> {
  const path = operatorTokenPath(dataDir);
  const token = await readSecretFile(path);
  if (token !== undefined) return checkShape(token, path);
  throw new StartError(
    `There is no operator token at ${path}.`,
    'Start the server once with `npm start`, or set SERAI_DATA_DIR to the folder it uses.',
  );
}

/** A file that was emptied or cut short must not pass for a secret. */
function checkShape(token: string, path: string): string {
  if (SHAPE.test(token)) return token;
  throw new StartError(
    `${path} holds no operator token.`,
    'Remove the file: the next start makes a new token.',
  );
}

/** Compares digests, so that the time tells neither a letter nor the length. */
export function isOperatorToken(given: string, token: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
}
