/** What alarms are set on: jobs that were given up, by kind. Read every so often, as the metrics are asked for at any time. */
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { every, type Repetition } from '../every.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { countDeadJobs } from './dead-job-store.ts';

const PAUSE_MS = 15_000;

interface GaugeParts {
  db: Database;
  metrics: Metrics;
  clock: Clock;
  log: Log;
  kinds: readonly string[];
}

/** Not a number while they cannot be counted. */
export async function watchDeadJobs({ db, metrics, clock, log, kinds }: GaugeParts): Promise<Repetition> {
  let counts: ReadonlyMap<string, number> | undefined;
  const count = async () => {
    counts = new Map((await countDeadJobs(db)).map(({ kind, dead }) => [kind, dead]));
  };
  const onError = (err: unknown) => {
    counts = undefined;
    log.warn({ err }, 'dead jobs could not be counted');
  };
  metrics.gauge(
    'serai_jobs_dead',
    'Jobs that were given up and wait for a person.',
    kind => (counts === undefined ? Number.NaN : (counts.get(kind) ?? 0)),
    { kind: kinds },
  );
  await count().catch(onError);
  return every(clock, PAUSE_MS, count, onError);
}
