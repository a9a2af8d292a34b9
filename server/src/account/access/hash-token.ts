import { hash } from 'node:crypto';

/**
 * The hash under which a token is stored. A fast hash is enough for generated tokens, which have 256 random bits. Do not use it for
 * passwords.
 */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
