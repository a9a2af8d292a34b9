/** Gauges of the gateway, evaluated when the metrics are read. */
import type { Metrics } from '../../platform/metrics.ts';

interface Gauged {
  cache: { readonly size: number };
  epoch: { isFresh(): boolean };
  limiter: { degradedSinceMs(): number | undefined };
}

export function addGauges(metrics: Metrics, { cache, epoch, limiter }: Gauged): void {
  metrics.gauge('serai_key_cache_records', 'Cached key records.', () => cache.size);
  metrics.gauge('serai_keys_degraded', '1 if key changes cannot be read.', () => Number(!epoch.isFresh()));
  metrics.gauge('serai_limiter_degraded', '1 if this node enforces rate limits without Redis.', () =>
    Number(limiter.degradedSinceMs() !== undefined),
  );
}
