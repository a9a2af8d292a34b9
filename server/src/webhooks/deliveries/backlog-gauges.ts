/** How far behind the deliveries are, for alarms. */
import type { Database } from '../../platform/database/connect.ts';
import { type Watch, type WatchParts, watch } from '../../platform/metrics/watch.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { readBacklog } from './backlog-store.ts';

/** More are not worth counting. */
const MOST_COUNTED = 10_000;

export async function watchBacklog({
  db,
  metrics,
  ...parts
}: WatchParts & { db: Database; metrics: Metrics }): Promise<Watch<unknown>> {
  const backlog = await watch('deliveries', () => readBacklog(db, MOST_COUNTED), parts);
  metrics.gauge(
    'serai_webhook_backlog',
    'Deliveries whose time has come and that are not under way.',
    () => backlog.latest()?.queued ?? Number.NaN,
  );
  metrics.gauge(
    'serai_webhook_lag_seconds',
    'How late the oldest of these deliveries is.',
    () => backlog.latest()?.lagSeconds ?? Number.NaN,
  );
  return backlog;
}
