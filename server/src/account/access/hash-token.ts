import { hash } from 'node:crypto';

/** What is kept of a token. Fast on purpose: tokens are 256 random bits, which nobody guesses. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
