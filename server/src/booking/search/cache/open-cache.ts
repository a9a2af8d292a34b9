import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { connectRedis } from '../../../platform/redis.ts';
import type { Providers } from '../../provider.ts';
import { providerLabels } from '../../providers/accounts/provider-label.ts';
import { AvailabilityCache } from './availability-cache.ts';
import { cacheMetrics, NO_METRICS } from './cache-metrics.ts';
import { SharedEntries } from './shared-entries.ts';
import { SharedTokens } from './shared-tokens.ts';
import { SupplierTokens } from './supplier-tokens.ts';

export interface CacheOptions {
  /** Size of the cache in this process. 0 disables caching. */
  maxBytes: number;
  redisUrl: string | undefined;
  /** Also shares entries of test providers, although computing them is cheaper than reading them. */
  sharesTests: boolean;
  mayRefresh(): boolean;
}

interface CacheParts {
  caching?: CacheOptions | undefined;
  providers: Providers;
  clock: Clock;
  log: Log;
  metrics?: Metrics | undefined;
}

export interface SearchCaches {
  /** Undefined if caching is off. */
  cache: AvailabilityCache | undefined;
  supplierTokens: SupplierTokens;
  stop(): Promise<void>;
}

/** The minimum size of the token cache, and its size if availability is not cached. */
const MIN_TOKEN_BYTES = 16_000_000;
/** Size of the token cache as a share of the availability cache. */
const TOKEN_SHARE = 0.25;

export function openCaches({ caching, providers, clock, log, metrics }: CacheParts): SearchCaches {
  const { redisUrl, maxBytes = 0, mayRefresh = () => true } = caching ?? {};
  const tokenBytes = Math.max(MIN_TOKEN_BYTES, maxBytes * TOKEN_SHARE);
  if (maxBytes === 0) {
    const supplierTokens = new SupplierTokens({ clock, maxBytes: tokenBytes });
    return { cache: undefined, supplierTokens, stop: async () => {} };
  }
  const cacheMetric = metrics ? cacheMetrics(metrics, providerLabels(providers)) : NO_METRICS;
  const redis = redisUrl === undefined ? undefined : connectRedis(redisUrl, log);
  const parts = redis && { redis, clock, onError: cacheMetric.failed };
  const shared = parts && new SharedEntries(parts);
  const sharedTokens = parts && new SharedTokens({ ...parts, isFull: () => shared?.isFull ?? false });
  const cache = new AvailabilityCache({ clock, log, maxBytes, shared, metrics: cacheMetric, mayRefresh });
  return {
    cache,
    supplierTokens: new SupplierTokens({ clock, maxBytes: tokenBytes, shared: sharedTokens }),
    async stop() {
      await cache.stop();
      sharedTokens?.close();
    },
  };
}
