/** The claims about the caller that the gateway signs and the backend trusts. */
import { SCOPES, type Scope } from '@serai/contract/scopes.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { Memo } from '../cache/memo.ts';

export const TOKEN_ISSUER = 'serai-gateway';
export const TOKEN_AUDIENCE = 'serai-backend';
export const TOKEN_TYPE = 'at+jwt';
export const TOKEN_ALGORITHM = 'EdDSA';
/** Together with the verifier's leeway, this is less than the five minutes that the API allows. */
export const TOKEN_LIFETIME_SECONDS = 240;
export const TOKEN_LEEWAY_SECONDS = 30;

/** What a key may spend, in minor units of one currency. Null for no limit. */
export interface SpendLimit {
  currency: string;
  perDayMinor: number | null;
  perBookingMinor: number | null;
}

export interface TokenClaims {
  keyId: string;
  organisationId: string;
  environment: Environment;
  scopes: ReadonlySet<Scope>;
  spendLimit: SpendLimit | undefined;
  generation: number;
  notBeforeMs: number;
  expiresAtMs: number;
}

/** Returns the claims in a verified payload. Undefined if a claim is missing, invalid or meant for another audience. */
export function parseClaims(payload: Record<string, unknown>): TokenClaims | undefined {
  const { iss, aud, sub, org, env, scope, gen, iat, nbf, exp, jti, spend } = payload;
  if (iss !== TOKEN_ISSUER || aud !== TOKEN_AUDIENCE) return undefined;
  if (typeof sub !== 'string' || typeof org !== 'string' || typeof jti !== 'string') return undefined;
  if (env !== 'sandbox' && env !== 'production') return undefined;
  if (!isInteger(gen) || !isInteger(iat) || !isInteger(nbf) || !isInteger(exp)) return undefined;
  const scopes = typeof scope === 'string' ? parseScopes(scope) : undefined;
  if (scopes === undefined) return undefined;
  if (spend !== undefined && !isSpendLimit(spend)) return undefined;
  return {
    keyId: sub,
    organisationId: sharedNames.get(org, () => org),
    environment: env,
    scopes,
    spendLimit: spend,
    generation: gen,
    notBeforeMs: nbf * 1000,
    expiresAtMs: exp * 1000,
  };
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isSpendLimit(value: unknown): value is SpendLimit {
  if (typeof value !== 'object' || value === null) return false;
  const { currency, perDayMinor, perBookingMinor } = value as Record<string, unknown>;
  const isAmount = (amount: unknown) => amount === null || isInteger(amount);
  return typeof currency === 'string' && isAmount(perDayMinor) && isAmount(perBookingMinor);
}

const sharedScopes = new Memo<string, ReadonlySet<Scope> | undefined>();
const sharedNames = new Memo<string, string>();

function parseScopes(text: string): ReadonlySet<Scope> | undefined {
  return sharedScopes.get(text, () => {
    const words = text === '' ? [] : text.split(' ');
    return words.every(isScope) ? new Set(words) : undefined;
  });
}

function isScope(word: string): word is Scope {
  return Object.hasOwn(SCOPES, word);
}
