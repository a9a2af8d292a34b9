/** Verifies the gateway's tokens. Algorithm, type, issuer, audience and key set are fixed here; the token chooses nothing. */
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { KeySet } from './key-set.ts';
import {
  parseClaims,
  TOKEN_ALGORITHM,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  TOKEN_LEEWAY_SECONDS,
  TOKEN_TYPE,
  type TokenClaims,
} from './token-claims.ts';

export class TokenVerifier {
  readonly #keySet: KeySet;
  readonly #clock: Clock;
  /** A signature costs about as much as three requests, a hit next to nothing. */
  readonly #verified: LRUCache<string, TokenClaims>;

  constructor(keySet: KeySet, clock: Clock, cacheSize: number) {
    this.#keySet = keySet;
    this.#clock = clock;
    this.#verified = new LRUCache({ max: cacheSize });
  }

  /** The claims, or undefined when the token is not one of ours or no longer good. */
  verify(token: string): TokenClaims | undefined | Promise<TokenClaims | undefined> {
    const known = this.#verified.get(token);
    if (known === undefined) return this.#check(token);
    if (this.#clock.nowMs() < known.expiresAtMs + TOKEN_LEEWAY_SECONDS * 1000) return known;
    this.#verified.delete(token);
    return undefined;
  }

  async #check(token: string): Promise<TokenClaims | undefined> {
    try {
      const { payload } = await jwtVerify(token, header => this.#keyFor(header.kid), {
        algorithms: [TOKEN_ALGORITHM],
        typ: TOKEN_TYPE,
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
        clockTolerance: TOKEN_LEEWAY_SECONDS,
        currentDate: new Date(this.#clock.nowMs()),
        requiredClaims: ['sub', 'iat', 'nbf', 'exp', 'jti'],
      });
      const claims = parseClaims(payload);
      if (claims !== undefined) this.#verified.set(token, claims);
      return claims;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  async #keyFor(kid: string | undefined) {
    const key = kid === undefined ? undefined : await this.#keySet.find(kid);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}
