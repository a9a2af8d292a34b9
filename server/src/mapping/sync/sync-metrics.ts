/**
 * Metrics about content sync. All accounts at one supplier share a label, so that connecting an account adds no series.
 */
import { ENVIRONMENTS } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type Watch, type WatchParts, watch } from '../../platform/metrics/watch.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { type ContentFigures, readLastDone } from './content-run-store.ts';
import { type ContentReader, type SyncMetrics, syncKey } from './sync-parts.ts';

const RESULTS = ['added', 'changed', 'unchanged', 'removed', 'returned'] as const;
const FAILURES = ['call', 'run'] as const;

export interface ProviderLabels {
  all: readonly string[];
  of(provider: string): string;
}

export function addSyncMetrics(metrics: Metrics, labels: ProviderLabels): SyncMetrics {
  const sets = { environment: ENVIRONMENTS, provider: labels.all };
  const pages = metrics.counter('serai_content_pages_total', 'Pages of content read from suppliers.', sets);
  const read = metrics.counter(
    'serai_content_hotels_read_total',
    'Hotel entries in the pages read from suppliers.',
    sets,
  );
  const hotels = metrics.counter(
    'serai_content_hotels_total',
    "Suppliers' hotels, by what the content sync did with them.",
    { ...sets, result: RESULTS },
  );
  const failures = metrics.counter(
    'serai_content_failures_total',
    'Failed calls and failed runs of content sync.',
    { ...sets, failure: FAILURES },
  );
  return {
    countProgress({ figures: before }, { environment, provider, figures: after }) {
      const label = labels.of(provider);
      const grown = (name: 'pages' | 'hotels' | (typeof RESULTS)[number]) => growth(before, after, name);
      pages.add(pages.series(environment, label), grown('pages'));
      read.add(read.series(environment, label), grown('hotels'));
      for (const result of RESULTS) hotels.add(hotels.series(environment, label, result), grown(result));
    },
    countFailure({ environment, provider }, failure) {
      failures.add(failures.series(environment, labels.of(provider), failure));
    },
  };
}

function growth(
  before: ContentFigures,
  after: ContentFigures,
  name: 'pages' | 'hotels' | (typeof RESULTS)[number],
): number {
  return Math.max(0, after[name] - before[name]);
}

interface WatchedSyncs extends WatchParts {
  db: Database;
  metrics: Metrics;
  reader: Pick<ContentReader, 'list'>;
  labels: ProviderLabels;
}

/** Paused accounts are left out. If a supplier has several accounts, the one that was read longest ago counts. */
export async function watchContentSyncs({
  db,
  metrics,
  reader,
  labels,
  ...parts
}: WatchedSyncs): Promise<Watch<unknown>> {
  const last = await watch(
    'content sync',
    async () => {
      const done = new Map((await readLastDone(db)).map(each => [syncKey(each), each.finishedAt.getTime()]));
      const oldest = new Map<string, number>();
      for (const account of await reader.list()) {
        const key = `${account.environment} ${labels.of(account.provider)}`;
        const seconds = (done.get(syncKey(account)) ?? 0) / 1_000;
        oldest.set(key, Math.min(seconds, oldest.get(key) ?? Number.POSITIVE_INFINITY));
      }
      return oldest;
    },
    parts,
  );
  metrics.gauge(
    'serai_content_last_success_timestamp_seconds',
    'When the last complete content run of an account ended. 0 if there was none, and NaN if there is no account.',
    (environment, label) => last.latest()?.get(`${environment} ${label}`) ?? Number.NaN,
    { environment: ENVIRONMENTS, provider: labels.all },
  );
  return last;
}
