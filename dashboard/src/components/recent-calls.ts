import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Output } from '../lib/calls/operator-client.ts';
import { useCall } from '../lib/calls/use-call.ts';
import { periodFrom } from '../lib/format/period.ts';

const REFRESH_MS = 30_000;

export type RecentCalls = ReadonlyMap<string, Output<'providers/health'>['providers'][number]['totals']>;

/** The calls of the last hour by provider id, from which its health follows. Empty until they are loaded. */
export function useRecentCalls(environment: Environment, when = true): RecentCalls {
  const read = useCall(
    'providers/health',
    { environment, from: periodFrom('1h') },
    { everyMs: REFRESH_MS, when },
  );
  if (read.state !== 'ready') return new Map();
  return new Map(read.data.providers.map(({ providerId, totals }) => [providerId, totals]));
}
