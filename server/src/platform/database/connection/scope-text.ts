/** Builds the SQL that binds a connection to a database scope. The names match those in the policies. */
import { SCOPED_ROLE, SERVICE_ROLE } from '../database-roles.ts';
import type { Binding, PartnerScope, Scope } from '../scope.ts';

/** Binds a session. Only sets values that differ from the previous scope. */
export function sessionScopeText(scope: Scope, before: Binding): string {
  const [now, then] = [settingsOf(scope), settingsOf(before)];
  return Object.keys(now)
    .filter(name => now[name] !== then[name])
    .map(name => `SET ${name} = ${quoted(now[name] as string)}`)
    .join('; ');
}

/** Binds one transaction, regardless of the session settings. */
export function transactionScopeText(scope: Scope): string {
  return Object.entries(settingsOf(scope))
    .map(([name, value]) => `SET LOCAL ${name} = ${quoted(value)}`)
    .join('; ');
}

/** The service has no organisation, so rows that it writes do not belong to one by default. */
function settingsOf(scope: Binding): Record<string, string> {
  if (scope === 'service') return settings(SERVICE_ROLE, '', '');
  return settings(SCOPED_ROLE, scope?.organisationId ?? '', scope ? environmentsOf(scope) : '');
}

function settings(role: string, organisation: string, environment: string): Record<string, string> {
  return { role, 'serai.organisation': organisation, 'serai.environment': environment };
}

function environmentsOf({ environment }: PartnerScope): string {
  return environment ?? 'sandbox,production';
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
