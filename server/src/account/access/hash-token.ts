import { hash } from 'node:crypto';

/** The hash under which a token is stored. A fast hash is enough, because tokens are 256 random bits. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
