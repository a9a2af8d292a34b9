import type { Database } from '../database/connect.ts';
import { type Watch, type WatchParts, watch } from '../metrics/watch.ts';
import type { Metrics } from '../metrics.ts';
import { type JobQueue, readJobQueues } from './job-queue-store.ts';

/** Due jobs are counted up to this number. */
const MOST_COUNTED = 10_000;

interface GaugeParts extends WatchParts {
  db: Database;
  metrics: Metrics;
  kinds: readonly string[];
}

/** The gauges are NaN while the jobs cannot be counted. */
export async function watchJobs({ db, metrics, kinds, ...parts }: GaugeParts): Promise<Watch<unknown>> {
  const read = async () => new Map((await readJobQueues(db, MOST_COUNTED)).map(queue => [queue.kind, queue]));
  const queues = await watch('jobs', read, parts);
  const of = (pick: (queue: JobQueue) => number) => (kind: string) => {
    const known = queues.latest();
    if (known === undefined) return Number.NaN;
    const queue = known.get(kind);
    return queue === undefined ? 0 : pick(queue);
  };
  const labels = { kind: kinds };
  metrics.gauge(
    'serai_jobs_dead',
    'Jobs that failed permanently and must be retried manually.',
    of(queue => queue.dead),
    labels,
  );
  metrics.gauge(
    'serai_jobs_due',
    'Jobs that are due and not running.',
    of(queue => queue.queued),
    labels,
  );
  metrics.gauge(
    'serai_jobs_lag_seconds',
    'Delay of the oldest due job.',
    of(queue => Math.max(0, queue.lag_seconds)),
    labels,
  );
  return queues;
}
