/** What the gateway is at this moment, read when the metrics are asked for. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { TRAFFIC_CLASSES, type TrafficClass } from '@serai/contract/operation.ts';
import type { Metrics } from '../../platform/metrics.ts';

interface Gauged {
  admission: { inFlight(name: TrafficClass): number; shedding(): readonly TrafficClass[] };
  cache: { readonly size: number };
  epoch: { isFresh(): boolean };
  limiter: { degradedSinceMs(): number | undefined };
}

export function addGauges(metrics: Metrics, { admission, cache, epoch, limiter }: Gauged): void {
  const loopDelay = monitorEventLoopDelay({ resolution: 20 });
  loopDelay.enable();
  const classes = { class: TRAFFIC_CLASSES };
  metrics.gauge(
    'serai_requests_in_flight',
    'Requests under way.',
    name => admission.inFlight(name as TrafficClass),
    classes,
  );
  metrics.gauge(
    'serai_shedding',
    'Whether a class is shed because the event loop is late.',
    name => Number(admission.shedding().includes(name as TrafficClass)),
    classes,
  );
  metrics.gauge('serai_key_cache_records', 'Key records in memory.', () => cache.size);
  metrics.gauge('serai_keys_degraded', 'Whether key changes cannot be read.', () => Number(!epoch.isFresh()));
  metrics.gauge('serai_limiter_degraded', 'Whether limits are kept by this node alone.', () =>
    Number(limiter.degradedSinceMs() !== undefined),
  );
  metrics.gauge(
    'serai_event_loop_delay_seconds',
    'Delay of the event loop, 99th percentile since the last reading.',
    () => {
      const seconds = loopDelay.percentile(99) / 1e9;
      loopDelay.reset();
      return seconds;
    },
  );
}
