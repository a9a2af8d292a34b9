/** A provider as its operator sees it, with how the calls of this process to it go. Pure. */
import type { provider } from '@serai/contract/account/providers/provider.ts';
import type { z } from 'zod';
import { isoTime } from '../../../platform/iso-time.ts';
import type { Provider } from '../../provider.ts';
import type { PoolHealth } from '../../providers/call-provider.ts';

type ProviderRecord = z.input<typeof provider>;

/** Those that come with the service. They have no settings and no credentials. */
const ADAPTERS: readonly { codes: RegExp; adapter: string; name: (code: string) => string }[] = [
  { codes: /^test-\d+$/, adapter: 'test-provider', name: code => `Test provider ${code.slice(5)}` },
  { codes: /^own$/, adapter: 'own-inventory', name: () => 'Own inventory' },
];

export function providerView(
  { code, supplier, preference }: Provider,
  pools: readonly PoolHealth[],
  startedAtMs: number,
): ProviderRecord {
  const environment = supplier.kind === 'TEST' ? 'sandbox' : 'production';
  const kind = ADAPTERS.find(({ codes }) => codes.test(code));
  return {
    providerId: `prv_${environment}_${code}`,
    adapter: kind?.adapter ?? code,
    name: kind?.name(code) ?? code,
    environment,
    enabled: true,
    preference,
    settings: {},
    credentialNames: [],
    health: healthOf(pools, startedAtMs),
    createdAt: isoTime(startedAtMs),
    updatedAt: isoTime(startedAtMs),
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
