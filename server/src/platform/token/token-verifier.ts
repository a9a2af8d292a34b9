/**
 * Verifies the tokens of the gateway. Algorithm, type, issuer, audience and key set are fixed here, never chosen by the
 * token.
 */
import type { Clock } from '../clock.ts';
import { openJws } from './compact-jws.ts';
import type { KeySet } from './key-set.ts';
import { parseClaims, TOKEN_LEEWAY_SECONDS, type TokenClaims } from './token-claims.ts';
import { VerifiedTokens } from './verified-tokens.ts';

export class TokenVerifier {
  readonly #keySet: KeySet;
  readonly #clock: Clock;
  /** Verifying a signature costs as much as three requests, a cache hit almost nothing. */
  readonly #verified: VerifiedTokens;

  constructor(keySet: KeySet, clock: Clock, cacheSize: number) {
    this.#keySet = keySet;
    this.#clock = clock;
    this.#verified = new VerifiedTokens(cacheSize);
  }

  /** The claims, or undefined if the token is not ours or no longer valid. */
  verify(token: string): TokenClaims | undefined | Promise<TokenClaims | undefined> {
    const known = this.#verified.get(token);
    if (known === undefined) return this.#check(token);
    return this.#clock.nowMs() < endMs(known) ? known : undefined;
  }

  async #check(token: string): Promise<TokenClaims | undefined> {
    const opened = openJws(token);
    if (opened === undefined) return undefined;
    const key = await this.#keySet.find(opened.kid);
    const payload = key && opened.payloadFor(key);
    const claims = payload && parseClaims(payload);
    const nowMs = this.#clock.nowMs();
    if (claims === undefined || nowMs >= endMs(claims) || nowMs < beginMs(claims)) return undefined;
    this.#verified.add(token, claims, nowMs);
    return claims;
  }
}

function beginMs({ notBeforeMs }: TokenClaims): number {
  return notBeforeMs - TOKEN_LEEWAY_SECONDS * 1000;
}

function endMs({ expiresAtMs }: TokenClaims): number {
  return expiresAtMs + TOKEN_LEEWAY_SECONDS * 1000;
}
