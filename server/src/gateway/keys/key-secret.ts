/** Secrets are compared as SHA-256 in constant time. A slow hash would only hand strangers a lever: 178 bits need none. */
import { hash, timingSafeEqual } from 'node:crypto';

export const SECRET_START_LENGTH = 4;

export interface StoredSecret {
  id: string;
  /** One letter a byte (latin1): a Buffer of 32 bytes would keep kilobytes of Node's pool alive. */
  hash: string;
  validUntilMs: number | undefined;
}

const NOBODY: StoredSecret = { id: '', hash: '\0'.repeat(32), validUntilMs: undefined };
const compared = Buffer.alloc(32);

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
  const digest = hashSecret(secret);
  let found: StoredSecret | undefined;
  for (const stored of secrets?.length ? secrets : [NOBODY]) {
    // A hash of another length leaves something of the one before.
    const isWhole = compared.write(stored.hash, 'latin1') === compared.length;
    const equal = timingSafeEqual(compared, digest) && isWhole;
    const live = stored.validUntilMs === undefined || nowMs < stored.validUntilMs;
    if (equal && live && stored !== NOBODY) found = stored;
  }
  return found;
}
