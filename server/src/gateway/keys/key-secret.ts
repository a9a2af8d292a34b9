/** Secrets are compared as SHA-256 in constant time. A slow hash would only hand strangers a lever: 178 bits need none. */
import { hash, timingSafeEqual } from 'node:crypto';

export const SECRET_START_LENGTH = 4;

export interface StoredSecret {
  id: string;
  hash: Buffer;
  validUntilMs: number | undefined;
}

const DIGEST = Buffer.alloc(32);
const NOBODY: StoredSecret = { id: '', hash: Buffer.alloc(32), validUntilMs: undefined };

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/**
 * The live secret that matches, else undefined. Every stored secret is compared, and an unknown key against a dummy,
 * so that the time tells nothing.
 */
export function findSecret(
  secrets: readonly StoredSecret[] | undefined,
  secret: string,
  nowMs: number,
): StoredSecret | undefined {
  // As text into a buffer that is there: a new buffer costs twice the hash.
  DIGEST.write(hash('sha256', secret, 'binary'), 'latin1');
  let found: StoredSecret | undefined;
  for (const stored of secrets?.length ? secrets : [NOBODY]) {
    const equal = timingSafeEqual(stored.hash, DIGEST);
    const live = stored.validUntilMs === undefined || nowMs < stored.validUntilMs;
    if (equal && live && stored !== NOBODY) found = stored;
  }
  return found;
}
