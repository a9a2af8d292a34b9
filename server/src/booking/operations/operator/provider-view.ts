/** A provider as its operator sees it, with how the calls of this process to it go. Pure. */
import type { provider } from '@serai/contract/account/providers.ts';
import type { z } from 'zod';
import { isoTime } from '../../../platform/iso-time.ts';
import type { Provider } from '../../provider.ts';
import type { PoolHealth } from '../../providers/call-provider.ts';
import { adapterOf } from '../../providers/connections/adapters.ts';
import { type Connection, environmentOf } from '../../providers/connections/connection.ts';
import { connectionAtFirst, providerIdOf } from './provider-parts.ts';

type ProviderRecord = z.input<typeof provider>;

/** Without times where the organisation changed nothing: then it is as old as this process. */
export type ShownConnection = Connection & { createdAt?: Date; updatedAt?: Date };

export function providerView(
  provider: Provider,
  changed: ShownConnection | undefined,
  pools: readonly PoolHealth[],
  startedAtMs: number,
): ProviderRecord {
  const { code } = provider;
  const adapter = adapterOf(code);
  const connection = changed ?? connectionAtFirst(provider);
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
    settings: { ...adapter?.ownSettings(code), ...(timeoutMs !== null && { timeoutMs }) },
    credentialNames: [],
    health: healthOf(pools, startedAtMs),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function healthOf(pools: readonly PoolHealth[], startedAtMs: number): ProviderRecord['health'] {
  if (pools.length === 0) {
    const message = 'This process has not called it since it started.';
    return { state: 'UNKNOWN', since: isoTime(startedAtMs), message };
  }
  const failing = pools.filter(({ isFailing }) => isFailing);
  const since = isoTime(Math.max(...(failing.length > 0 ? failing : pools).map(({ sinceMs }) => sinceMs)));
  if (failing.length === 0) return { state: 'UP', since, message: null };
  const message = `Most calls fail and are held back: ${failing.map(({ pool }) => pool).join(', ')}.`;
  return { state: failing.length === pools.length ? 'DOWN' : 'DEGRADED', since, message };
}
