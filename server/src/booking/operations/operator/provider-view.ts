import type { provider } from '@serai/contract/account/providers.ts';
import { NO_SUPPORT_CONTACT } from '@serai/contract/account/support-contact.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import type { RecordAudit } from '../../../platform/operations/operator/audit-entry.ts';
import type { Seal } from '../../../platform/secrets/seal.ts';
import type { Provider, Providers } from '../../provider.ts';
import type { LiveProviders } from '../../providers/accounts/live-providers.ts';
import type { ProviderAccount } from '../../providers/accounts/provider-account.ts';
import type { PoolHealth, ProviderCalls } from '../../providers/call-provider.ts';
import { adapterOf } from '../../providers/connections/adapters.ts';
import { type Connection, environmentOf } from '../../providers/connections/connection.ts';
import type { PartnerConnection } from '../../providers/connections/connection-store.ts';
import type { OrganisationConnections } from '../../providers/connections/organisation-connections.ts';

export interface ProviderParts {
  providers: Pick<LiveProviders, keyof Providers | 'accountOf' | 'candidate' | 'follow'>;
  accountSeal: Seal;
  connections: Pick<OrganisationConnections, 'dropAll' | 'db'>;
  calls: Pick<ProviderCalls, 'poolsOf' | 'probe' | 'sampleHotels' | 'probeSearch' | 'budgetOf'>;
  recordAudit: RecordAudit;
  cursorKey: Buffer;
  clock: Clock;
  startedAtMs: number;
}

type ProviderRecord = z.input<typeof provider>;

/**
 * Has no times if no settings were changed. The time at which the account was connected, or this process started, is
 * shown instead.
 */
export type ShownConnection = Connection & { createdAt?: Date; updatedAt?: Date };

/** `partners` are the settings of single partners for this provider. */
export function providerView(
  { providers, calls, startedAtMs }: Pick<ProviderParts, 'providers' | 'calls' | 'startedAtMs'>,
  provider: Provider,
  changed: ShownConnection | undefined,
  partners: readonly PartnerConnection[] = [],
): ProviderRecord {
  const { code } = provider;
  const adapter = adapterOf(code);
  const account = providers.accountOf(provider);
  const connection = changed ?? defaultConnection(provider);
  const { name, enabled, preference, timeoutMs, supportContact } = connection;
  const startedAt = account?.createdAt ?? new Date(startedAtMs);
  const { createdAt = startedAt, updatedAt = startedAt } = connection as ShownConnection;
  return {
    providerId: providerIdOf(provider),
    code,
    adapter: adapter?.adapter ?? code,
    name,
    environment: environmentOf(provider),
    enabled,
    preference,
    settings: {
      ...adapter?.ownSettings(code),
      ...account?.settings,
      ...timeoutSetting(timeoutMs),
    },
    credentialNames: Object.keys(account?.credentials ?? {}),
    credentials: credentialViews(account),
    health: healthOf(calls.poolsOf(provider), startedAtMs),
    supportContact: supportContact ?? NO_SUPPORT_CONTACT,
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

function credentialViews(account: ProviderAccount | undefined): ProviderRecord['credentials'] {
  return Object.entries(account?.credentials ?? {}).map(([name, { lastCharacters, setAt }]) => ({
    name,
    lastCharacters,
    setAt,
  }));
}

function timeoutSetting(timeoutMs: number | null): { timeoutMs?: number } {
  return timeoutMs === null ? {} : { timeoutMs };
}

function healthOf(pools: readonly PoolHealth[], startedAtMs: number): ProviderRecord['health'] {
  if (pools.length === 0) {
    const message = 'This node has not called the provider since it started. Other nodes may have.';
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

export function getProvider(providers: Providers, providerId: string): Provider {
  const provider = allProviders(providers).find(each => providerIdOf(each) === providerId);
  if (provider === undefined)
    throw new ApiError('NOT_FOUND', 'Unknown provider. providers/list shows the providers.');
  return provider;
}

export function providerIdOf(provider: Provider): string {
  return `prv_${environmentOf(provider)}_${provider.code}`;
}

export function defaultConnection({ code, preference }: Provider): Connection {
  const name = adapterOf(code)?.nameOf(code) ?? code;
  return { name, enabled: true, preference, timeoutMs: null, supportContact: null };
}
