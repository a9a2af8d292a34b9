/**
 * Issues tokens for key records. A token is used for all requests with the same record until 80 to 90 % of its lifetime
 * has passed. A changed key has a new record and therefore gets a new token.
 */
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids/ids.ts';
import { signJws } from '../../platform/token/compact-jws.ts';
import { TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_LIFETIME_SECONDS } from '../../platform/token/token-claims.ts';
import { type KeyRecord, SELLING_SCOPES } from '../keys/key-record.ts';
import type { SigningKey } from './signing-keys.ts';

const RENEW_SHARE = 0.8;
const JITTER_SHARE = 0.1;

export class TokenMinter {
  readonly #currentKey: () => SigningKey;
  readonly #clock: Clock;

  constructor(currentKey: () => SigningKey, clock: Clock) {
    this.#currentKey = currentKey;
    this.#clock = clock;
  }

  /** Throws if there is no valid token and a new token cannot be signed. */
  tokenFor(record: KeyRecord): string {
    const { minted } = record;
    const nowMs = this.#clock.nowMs();
    if (minted.token === undefined || nowMs >= minted.expiresAtMs) return this.#mint(record, nowMs);
    if (nowMs < minted.renewAtMs) return minted.token;
    try {
      return this.#mint(record, nowMs);
    } catch {
      return minted.token;
    }
  }

  /** Called when the backend has rejected this token, so that the next request gets a new one. */
  drop({ minted }: KeyRecord): void {
    minted.token = undefined;
  }

  /** Signs synchronously, which takes less time than using another thread. */
  #mint(record: KeyRecord, nowMs: number): string {
    const { kid, privateKey } = this.#currentKey();
    const issuedAt = Math.floor(nowMs / 1000);
    const claims = {
      iss: TOKEN_ISSUER,
      aud: TOKEN_AUDIENCE,
      sub: record.id,
      org: record.organisationId,
      env: record.environment,
      scope: scopesOf(record).join(' '),
      gen: record.generation,
      iat: issuedAt,
      nbf: issuedAt,
      exp: issuedAt + TOKEN_LIFETIME_SECONDS,
      jti: newId('jti'),
      ...(record.spendLimit && { spend: record.spendLimit }),
    };
    const token = signJws(claims, kid, privateKey);
    record.minted.token = token;
    record.minted.expiresAtMs = claims.exp * 1000;
    record.minted.renewAtMs = nowMs + TOKEN_LIFETIME_SECONDS * 1000 * (RENEW_SHARE + jitter(token));
    return token;
  }
}

/** MCP has no scope that the gateway could check, so the token itself excludes what a suspended partner may not do. */
function scopesOf({ scopes, partnerSuspended }: KeyRecord): string[] {
  return [...scopes].filter(scope => !partnerSuspended || !SELLING_SCOPES.has(scope));
}

/** Spreads renewals over time, using a character of the signature as a random number. */
function jitter(token: string): number {
  return ((token.charCodeAt(token.length - 2) % 16) / 16) * JITTER_SHARE;
}
