/** Reads the providers with their health, which follows from their calls in the last hour. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Output } from '../lib/calls/operator-client.ts';
import { type CallState, useCall } from '../lib/calls/use-call.ts';
import { lastPeriod } from '../lib/format/period.ts';
import { type Health, providerHealth, type RecentCalls } from '../lib/health.ts';

/** How often the state of providers and their calls are read. */
export const PROVIDERS_REFRESH_MS = 30_000;
/** The one period from which the health of a provider follows. Figures beside it cover the same period. */
export const HEALTH_PERIOD = '1h';

/** The most that one page of `providers/list` contains. */
export const MAX_PROVIDERS = 200;

type Figures = Output<'providers/health'>['providers'][number];

interface HealthRead {
  recent: (providerId: string) => RecentCalls;
  figures: (providerId: string) => Figures | undefined;
  data: Output<'providers/health'> | undefined;
}

/** The calls of each provider in the last hour. */
export function useRecentCalls(environment: Environment, when = true): HealthRead {
  const read = useCall(
    'providers/health',
    { environment },
    { everyMs: PROVIDERS_REFRESH_MS, when, window: lastPeriod(HEALTH_PERIOD) },
  );
  const none = (state: RecentCalls) => ({ recent: () => state, figures: () => undefined, data: undefined });
  if (read.state === 'waiting' || read.isPrevious) return none('LOADING');
  if (read.state === 'failed' || read.isOutdated) return none('NOT_LOADED');
  const byProvider = new Map(read.data.providers.map(each => [each.providerId, each]));
  return {
    recent: providerId => {
      const found = byProvider.get(providerId);
      if (found === undefined) return { calls: 0, errors: 0 };
      return { ...found.totals, firstErrorAt: found.buckets.find(({ errors }) => errors > 0)?.start };
    },
    figures: providerId => byProvider.get(providerId),
    data: read.data,
  };
}

export interface CheckedProvider {
  provider: Output<'providers/list'>['providers'][number];
  health: Health;
  lastError: Figures['lastError'] | undefined;
}

/** All providers of the environment with their health. */
export function useCheckedProviders(
  environment: Environment,
  when: boolean,
): CallState<readonly CheckedProvider[]> & { isOutdated: boolean; isPrevious: boolean; reload: () => void } {
  const list = useCall(
    'providers/list',
    { environment, page: { limit: MAX_PROVIDERS } },
    { everyMs: PROVIDERS_REFRESH_MS, when },
  );
  const { recent, figures } = useRecentCalls(environment, when);
  if (list.state !== 'ready') return list;
  const data = list.data.providers.map(provider => ({
    provider,
    health: providerHealth(provider, recent(provider.providerId)),
    lastError: figures(provider.providerId)?.lastError,
  }));
  return { ...list, data };
}
