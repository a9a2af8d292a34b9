/** What a connection is told so that row security binds it to a scope. The names are those of the policies. */
import { SCOPED_ROLE, SERVICE_ROLE } from '../database-roles.ts';
import type { Scope } from '../scope.ts';

/** For the session, and no more than differs from the scope before. */
export function sessionScopeText(scope: Scope, before: Scope): string {
  const [now, then] = [settingsOf(scope), settingsOf(before)];
  return Object.keys(now)
    .filter(name => now[name] !== then[name])
    .map(name => `SET ${name} = ${quoted(now[name] as string)}`)
    .join('; ');
}

/** Until the end of a transaction, whatever the session was told before. */
export function transactionScopeText(scope: Scope): string {
  return Object.entries(settingsOf(scope))
    .map(([name, value]) => `SET LOCAL ${name} = ${quoted(value)}`)
    .join('; ');
}

/** The service has no organisation: what it writes must not be taken for one's. */
function settingsOf(scope: Scope): Record<string, string> {
  return {
    role: scope === undefined ? SERVICE_ROLE : SCOPED_ROLE,
    'serai.organisation': scope?.organisationId ?? '',
    'serai.environment': scope === undefined ? '' : (scope.environment ?? 'sandbox,production'),
  };
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
