/**
 * A FIFO cache of the claims of verified tokens. Tokens are created and expire in about the same order, so the oldest
 * is evicted first, and as soon as it has expired. A key in use has one or two entries.
 */
import { TOKEN_LEEWAY_SECONDS, type TokenClaims } from './token-claims.ts';

export class VerifiedTokens {
  readonly #max: number;
  readonly #claims = new Map<string, TokenClaims>();
  /** Points at the oldest entry. A new iterator would have to skip everything deleted since the map last grew. */
  #walk: MapIterator<[string, TokenClaims]> | undefined;
  #oldest: [token: string, claims: TokenClaims] | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#claims.size;
  }

  get(token: string): TokenClaims | undefined {
    return this.#claims.get(token);
  }

  add(token: string, claims: TokenClaims, nowMs: number): void {
    this.#claims.set(token, claims);
    for (;;) {
      this.#oldest ??= this.#next();
      if (this.#oldest === undefined) return;
      const [oldest, { expiresAtMs }] = this.#oldest;
      const hasEnded = nowMs >= expiresAtMs + TOKEN_LEEWAY_SECONDS * 1000;
      if (!hasEnded && this.#claims.size <= this.#max) return;
      this.#claims.delete(oldest);
      this.#oldest = undefined;
    }
  }

  #next(): [string, TokenClaims] | undefined {
    this.#walk ??= this.#claims.entries();
    const { value, done } = this.#walk.next();
    if (!done) return value;
    this.#walk = undefined;
    return undefined;
  }
}
