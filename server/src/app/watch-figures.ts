/** Provides database values for the metrics of processes that run jobs. Every such process shows the same values. */
import { watchOpenBookings } from '../booking/metrics/booking-metrics.ts';
import { watchContentSyncs } from '../mapping/sync/sync-metrics.ts';
import { watchJobs } from '../platform/jobs/job-gauges.ts';
import { watchBacklog } from '../webhooks/deliveries/backlog-gauges.ts';
import type { AppParts } from './app-parts.ts';
import { labelsOf } from './mapping-parts.ts';

export async function watchFigures(
  { booking, database, metrics, clock, log, stops }: AppParts,
  kinds: readonly string[],
): Promise<void> {
  const db = database.pool.asService('Metrics count jobs, bookings and deliveries of all partners.');
  const parts = { db, metrics, clock, log };
  const watches = await Promise.all([
    watchJobs({ ...parts, kinds }),
    watchOpenBookings(parts),
    watchBacklog(parts),
    watchContentSyncs({ ...parts, reader: booking.content, labels: labelsOf(booking) }),
  ]);
  stops.add('figures', () => Promise.all(watches.map(watch => watch.stop())));
}
