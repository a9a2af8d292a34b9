/** What the gateway says of a request's caller, and the backend believes because of the signature. */
import { SCOPES, type Scope } from '@serai/contract/scopes.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';

export const TOKEN_ISSUER = 'serai-gateway';
export const TOKEN_AUDIENCE = 'serai-backend';
export const TOKEN_TYPE = 'at+jwt';
export const TOKEN_ALGORITHM = 'EdDSA';
/** Together with the verifier's leeway under the five minutes that the interface allows. */
export const TOKEN_LIFETIME_SECONDS = 240;
export const TOKEN_LEEWAY_SECONDS = 30;

export interface TokenClaims {
  keyId: string;
  organisationId: string;
  environment: Environment;
  scopes: ReadonlySet<Scope>;
  generation: number;
  expiresAtMs: number;
}

/** The claims of a verified payload, or undefined when one is missing or of another kind. */
export function parseClaims(payload: Record<string, unknown>): TokenClaims | undefined {
  const { sub, org, env, scope, gen, exp } = payload;
  if (typeof sub !== 'string' || typeof org !== 'string' || typeof scope !== 'string') return undefined;
  if (env !== 'sandbox' && env !== 'production') return undefined;
  if (typeof gen !== 'number' || typeof exp !== 'number') return undefined;
  const scopes = scope.split(' ');
  if (!scopes.every(isScope)) return undefined;
  return {
    keyId: sub,
    organisationId: org,
    environment: env,
    scopes: new Set(scopes as Scope[]),
    generation: gen,
    expiresAtMs: exp * 1000,
  };
}

function isScope(word: string): word is Scope {
  return Object.hasOwn(SCOPES, word);
}
