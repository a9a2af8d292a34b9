/**
 * Verifies the gateway's tokens. Algorithm, type, issuer, audience and key set are fixed here, and never chosen by the
 * token.
 */
import type { Clock } from '../clock.ts';
import { openJws } from './compact-jws.ts';
import type { KeySet } from './key-set.ts';
import { parseClaims, TOKEN_LEEWAY_SECONDS, type TokenClaims } from './token-claims.ts';

export class TokenVerifier {
  readonly #keySet: KeySet;
  readonly #clock: Clock;
  /** Verifying a signature costs as much as three requests. A cache hit costs almost nothing. */
  readonly #verified: VerifiedTokens;

  constructor(keySet: KeySet, clock: Clock, cacheSize: number) {
    this.#keySet = keySet;
    this.#clock = clock;
    this.#verified = new VerifiedTokens(cacheSize);
  }

  /** Returns the claims, or undefined if the token is not ours or no longer valid. */
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

/**
 * A FIFO cache for the claims of verified tokens. Tokens are created and expire in about the same order, so only the
 * oldest tokens are checked. When a token is added, old tokens are evicted if they have expired or the cache is full. A
 * key in use has one or two entries.
 */
export class VerifiedTokens {
  readonly #max: number;
  readonly #claims = new Map<string, TokenClaims>();
  /**
   * Points at the oldest entry. A new iterator would have to skip all entries that were deleted since the map last
   * grew.
   */
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
