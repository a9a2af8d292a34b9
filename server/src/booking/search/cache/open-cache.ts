/** The cache as the settings want it. */
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { connectRedis } from '../../../platform/redis.ts';
import type { Providers } from '../../provider.ts';
import { AvailabilityCache } from './availability-cache.ts';
import { cacheCounts, NO_COUNTS } from './cache-counts.ts';
import { SharedEntries } from './shared-entries.ts';

export interface CacheOptions {
  /** Of answers kept in this process; 0 keeps none anywhere. */
  maxBytes: number;
  /** Shares them with other processes. */
  redisUrl: string | undefined;
  /** Also those of the test providers, which cost less to make than to read. */
  sharesTests: boolean;
  /** Whether there is room for work that nobody waits for. */
  mayRefresh(): boolean;
}

interface CacheParts {
  caching?: CacheOptions | undefined;
  providers: Providers;
  clock: Clock;
  log: Log;
  metrics?: Metrics | undefined;
}

export function openCache({
  caching,
  providers,
  clock,
  log,
  metrics,
}: CacheParts): AvailabilityCache | undefined {
  if (caching === undefined || caching.maxBytes === 0) return undefined;
  const { redisUrl, maxBytes, mayRefresh } = caching;
  const codes = [true, false].flatMap(testMode => providers.list(testMode).map(({ code }) => code));
  const counts = metrics ? cacheCounts(metrics, codes) : NO_COUNTS;
  const shared =
    redisUrl === undefined
      ? undefined
      : new SharedEntries({ redis: connectRedis(redisUrl, log), clock, onError: counts.failed });
  return new AvailabilityCache({ clock, log, maxBytes, shared, counts, mayRefresh });
}
