/** What the gateway is at this moment, read when the metrics are asked for. */
import type { Metrics } from '../../platform/metrics.ts';

interface Gauged {
  cache: { readonly size: number };
  epoch: { isFresh(): boolean };
  limiter: { degradedSinceMs(): number | undefined };
}

export function addGauges(metrics: Metrics, { cache, epoch, limiter }: Gauged): void {
  metrics.gauge('serai_key_cache_records', 'Key records in memory.', () => cache.size);
  metrics.gauge('serai_keys_degraded', 'Whether key changes cannot be read.', () => Number(!epoch.isFresh()));
  metrics.gauge('serai_limiter_degraded', 'Whether limits are kept by this node alone.', () =>
    Number(limiter.degradedSinceMs() !== undefined),
  );
}
