/**
 * For whom the code at hand works: an organisation, or the service itself. Every statement is bound by row security to the scope
 * in which it was written, every transaction to that of its begin. Work that many share must name its scope: a timer or a loop
 * that a request happened to wake would else be bound to that request's organisation.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Environment } from '@serai/contract/shared/answer.ts';

export interface OrganisationScope {
  organisationId: string;
  /** Null is both. */
  environment: Environment | null;
}

/** Undefined is the service. */
export type Scope = OrganisationScope | undefined;

const scopes = new AsyncLocalStorage<Scope>();

export function asOrganisation<T>(scope: OrganisationScope, work: () => T): T {
  return scopes.run(scope, work);
}

export function asService<T>(work: () => T): T {
  return scopes.getStore() === undefined ? work() : scopes.run(undefined, work);
}

export function currentScope(): Scope {
  return scopes.getStore();
}

export function isSameScope(a: Scope, b: Scope): boolean {
  if (a === b) return true;
  return a?.organisationId === b?.organisationId && a?.environment === b?.environment;
}
