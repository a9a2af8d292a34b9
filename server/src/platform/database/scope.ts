/**
 * The rows that a database handle may see. A handle is bound when it is created (`forPartner`, `asService`) and passed on as an
 * argument, so the compiler finds work without a scope, and no timer, cache or callback can inherit one.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';

export interface PartnerScope {
  organisationId: string;
  /** Null is both. */
  environment: Environment | null;
}

export type Scope = PartnerScope | 'service';

/** What a connection is bound to. Undefined is a connection that was never bound; row security shows it no rows. */
export type Binding = Scope | undefined;

/** Takes its own copy, so that nobody can change a bound scope. Throws if the scope is incomplete, whatever its type says. */
export function partnerScope({ organisationId, environment }: PartnerScope): PartnerScope {
  if (typeof organisationId !== 'string' || organisationId === '')
    throw new Error('forPartner needs the id of an organisation');
  if (environment === undefined)
    throw new Error('forPartner needs an environment; null binds to both environments');
  return { organisationId, environment };
}

export function isSameScope(a: Binding, b: Binding): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return a.organisationId === b.organisationId && a.environment === b.environment;
}
