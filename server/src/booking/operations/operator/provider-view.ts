/** An operator's view of a provider, and the dependencies of the provider handlers. */
import type { provider } from '@serai/contract/account/providers.ts';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import type { RecordAudit } from '../../../platform/operations/operator/audit-entry.ts';
import type { Provider, Providers } from '../../provider.ts';
import type { PoolHealth, ProviderCalls } from '../../providers/call-provider.ts';
import { adapterOf } from '../../providers/connections/adapters.ts';
import { type Connection, environmentOf } from '../../providers/connections/connection.ts';
import type { PartnerConnection } from '../../providers/connections/connection-store.ts';
import type { OrganisationConnections } from '../../providers/connections/organisation-connections.ts';

export interface ProviderParts {
  providers: Providers;
  connections: Pick<OrganisationConnections, 'dropAll' | 'db'>;
  calls: Pick<ProviderCalls, 'poolsOf' | 'probe'>;
  recordAudit: RecordAudit;
  cursorKey: Buffer;
  clock: Clock;
  startedAtMs: number;
}

type ProviderRecord = z.input<typeof provider>;

/** Has no times if the partner has not changed any settings. The start time of this process is shown instead. */
export type ShownConnection = Connection & { createdAt?: Date; updatedAt?: Date };

interface ShownWith {
  pools: readonly PoolHealth[];
  startedAtMs: number;
  /** The settings of single partners for this provider. */
  partners: readonly PartnerConnection[];
}

export function providerView(
  provider: Provider,
  changed: ShownConnection | undefined,
  { pools, startedAtMs, partners }: ShownWith,
): ProviderRecord {
  const { code } = provider;
  const adapter = adapterOf(code);
  const connection = changed ?? defaultConnection(provider);
  const { name, enabled, preference, timeoutMs } = connection;
  const startedAt = new Date(startedAtMs);
  const { createdAt = startedAt, updatedAt = startedAt } = connection as ShownConnection;
  return {
    providerId: providerIdOf(provider),
    adapter: adapter?.adapter ?? code,
    name,
    environment: environmentOf(provider),
    enabled,
    preference,
    settings: { ...adapter?.ownSettings(code), ...timeoutSetting(timeoutMs) },
    credentialNames: [],
    health: healthOf(pools, startedAtMs),
    partnerSettings: partners.map(own => ({
      partnerId: own.partnerId,
      name: own.name,
      enabled: own.enabled,
      preference: own.preference,
      settings: timeoutSetting(own.timeoutMs),
    })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function timeoutSetting(timeoutMs: number | null): { timeoutMs?: number } {
  return timeoutMs === null ? {} : { timeoutMs };
}

function healthOf(pools: readonly PoolHealth[], startedAtMs: number): ProviderRecord['health'] {
  if (pools.length === 0) {
    const message = 'This process has not called the provider since startup.';
    return { state: 'UNKNOWN', since: isoTime(startedAtMs), message };
  }
  const failing = pools.filter(({ isFailing }) => isFailing);
  const since = isoTime(Math.max(...(failing.length > 0 ? failing : pools).map(({ sinceMs }) => sinceMs)));
  if (failing.length === 0) return { state: 'UP', since, message: null };
  const message = `Circuit breaker open because most calls failed: ${failing.map(({ pool }) => pool).join(', ')}.`;
  return { state: failing.length === pools.length ? 'DOWN' : 'DEGRADED', since, message };
}

export function allProviders(providers: Providers): Provider[] {
  return [...providers.list(true), ...providers.list(false)];
}

export function providerIdOf(provider: Provider): string {
  return `prv_${environmentOf(provider)}_${provider.code}`;
}

/** The settings of a provider until the partner changes them. */
export function defaultConnection({ code, preference }: Provider): Connection {
  return { name: adapterOf(code)?.nameOf(code) ?? code, enabled: true, preference, timeoutMs: null };
}
