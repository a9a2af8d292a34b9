/** Creates the availability cache from the settings. */
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { connectRedis } from '../../../platform/redis.ts';
import type { Providers } from '../../provider.ts';
import { AvailabilityCache } from './availability-cache.ts';
import { cacheMetrics, NO_METRICS } from './cache-metrics.ts';
import { SharedEntries } from './shared-entries.ts';

export interface CacheOptions {
  /** Size of the cache in this process. 0 disables caching. */
  maxBytes: number;
  /** URL of the Redis through which processes share entries. */
  redisUrl: string | undefined;
  /** Also shares entries of test providers, although computing them is cheaper than reading them. */
  sharesTests: boolean;
  /** Whether there is capacity for background work. */
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
  const cacheMetric = metrics ? cacheMetrics(metrics, codes) : NO_METRICS;
  const shared =
    redisUrl === undefined
      ? undefined
      : new SharedEntries({ redis: connectRedis(redisUrl, log), clock, onError: cacheMetric.failed });
  return new AvailabilityCache({ clock, log, maxBytes, shared, metrics: cacheMetric, mayRefresh });
}
