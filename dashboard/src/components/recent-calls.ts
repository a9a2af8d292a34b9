import type { Environment } from '@serai/contract/shared/answer.ts';
import { useCall } from '../lib/calls/use-call.ts';
import { periodFrom } from '../lib/format/period.ts';
import type { RecentCalls } from '../lib/health.ts';

const REFRESH_MS = 30_000;

/** Returns the calls of a provider in the last hour, from which its health follows. */
export function useRecentCalls(environment: Environment, when = true): (providerId: string) => RecentCalls {
  const read = useCall(
    'providers/health',
    { environment, from: periodFrom('1h') },
    { everyMs: REFRESH_MS, when },
  );
  if (read.state === 'waiting') return () => 'LOADING';
  if (read.state === 'failed' || read.isOutdated) return () => 'NOT_LOADED';
  const byProvider = new Map(read.data.providers.map(({ providerId, totals }) => [providerId, totals]));
  return providerId => byProvider.get(providerId) ?? { calls: 0, errors: 0 };
}
