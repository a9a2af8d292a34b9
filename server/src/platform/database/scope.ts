/**
 * The database scope, which determines the rows that a database handle may see. A handle is bound to a scope when it is
 * created (`forPartner`, `asService`) and is passed as an argument. The compiler therefore finds work without a scope,
 * and timers, caches and callbacks cannot inherit one.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';

export interface PartnerScope {
  organisationId: string;
  /** Null means both environments. */
  environment: Environment | null;
}

export type Scope = PartnerScope | 'service';

/** The scope of a connection. Undefined means that it has never been bound, so row security shows no rows. */
export type Binding = Scope | undefined;

/** Copies the scope, so that it cannot be changed later. Throws if a field is missing at run time. */
export function partnerScope({ organisationId, environment }: PartnerScope): PartnerScope {
  if (typeof organisationId !== 'string' || organisationId === '')
    throw new Error('forPartner needs a partner id');
  if (environment === undefined) throw new Error('forPartner needs an environment, or null for both');
  return { organisationId, environment };
}

export function isSameScope(a: Binding, b: Binding): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return a.organisationId === b.organisationId && a.environment === b.environment;
}
