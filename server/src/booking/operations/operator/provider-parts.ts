/** What the operator's operations on providers are made with. */
import type { Clock } from '../../../platform/clock.ts';
import type { RecordAudit } from '../../../platform/operations/operator/audit-entry.ts';
import type { Provider, Providers } from '../../provider.ts';
import type { ProviderCalls } from '../../providers/call-provider.ts';
import { adapterOf } from '../../providers/connections/adapters.ts';
import { type Connection, environmentOf } from '../../providers/connections/connection.ts';
import type { OrganisationConnections } from '../../providers/connections/organisation-connections.ts';

export interface ProviderParts {
  providers: Providers;
  connections: Pick<OrganisationConnections, 'drop'>;
  calls: Pick<ProviderCalls, 'poolsOf' | 'probe'>;
  recordAudit: RecordAudit;
  /** Signs the cursors of lists. */
  cursorKey: Buffer;
  clock: Clock;
  startedAtMs: number;
}

export function allProviders(providers: Providers): Provider[] {
  return [...providers.list(true), ...providers.list(false)];
}

export function providerIdOf(provider: Provider): string {
  return `prv_${environmentOf(provider)}_${provider.code}`;
}

/** As it comes with the service. */
export function connectionAtFirst({ code, preference }: Provider): Connection {
  return { name: adapterOf(code)?.nameOf(code) ?? code, enabled: true, preference, timeoutMs: null };
}
