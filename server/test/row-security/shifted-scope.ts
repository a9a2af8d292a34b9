/** A pool that binds work to another database scope than requested, as if the checks in our code did not exist. */
import type { DatabasePool } from '../../src/platform/database/connect.ts';
import type { PartnerScope, Scope } from '../../src/platform/database/scope.ts';

export function shiftedScope(pool: DatabasePool, shift: (scope: PartnerScope) => Scope): DatabasePool {
  return {
    ...pool,
    forPartner(asked) {
      const scope = shift(asked);
      return scope === 'service' ? pool.asService('a test') : pool.forPartner(scope);
    },
  };
}
