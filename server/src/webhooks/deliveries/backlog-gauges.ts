import type { Database } from '../../platform/database/connect.ts';
import { type Watch, type WatchParts, watch } from '../../platform/metrics/watch.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { readBacklog } from './backlog-store.ts';

const MOST_COUNTED = 10_000;

export async function watchBacklog({
  db,
  metrics,
  ...parts
}: WatchParts & { db: Database; metrics: Metrics }): Promise<Watch<unknown>> {
  const backlog = await watch('deliveries', () => readBacklog(db, MOST_COUNTED), parts);
  metrics.gauge(
    'serai_webhook_backlog',
    'Deliveries that are due and not being sent.',
    () => backlog.latest()?.queued ?? Number.NaN,
  );
  metrics.gauge(
    'serai_webhook_lag_seconds',
    'Delay of the oldest due delivery.',
    () => backlog.latest()?.lagSeconds ?? Number.NaN,
  );
  return backlog;
}
