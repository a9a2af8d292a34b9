/** The token of whoever runs the server, in a file of the data folder that only its owner may read. */
import { hash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { randomBase62 } from '../platform/ids.ts';
import { readSecretFile, secretFile } from '../platform/secret-file.ts';
import { StartError } from '../platform/start-error.ts';

const FILE = 'operator-token';
/** 256 bits in base62. */
const RANDOM_LENGTH = 43;

export function operatorTokenPath(dataDir: string): string {
  return join(dataDir, FILE);
}

/** The token of this data folder; made at the first start and kept from then on. */
export function ensureOperatorToken(dataDir: string): Promise<string> {
  return secretFile(operatorTokenPath(dataDir), () => `serai_operator_${randomBase62(RANDOM_LENGTH)}`);
}

/** For the command line, which makes none: a token nobody's server knows would be of no use. */
export async function readOperatorToken(dataDir: string): Promise<string> {
  const path = operatorTokenPath(dataDir);
  const token = await readSecretFile(path);
  if (token) return token;
  throw new StartError(
    `There is no operator token at ${path}.`,
    'Start the server once with `npm start`, or set SERAI_DATA_DIR to the folder it uses.',
  );
}

/** Compares digests, so that the time tells neither a letter nor the length. */
export function isOperatorToken(given: string, token: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
}
