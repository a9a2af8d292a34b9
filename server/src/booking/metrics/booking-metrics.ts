import { ENVIRONMENTS } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type Watch, type WatchParts, watch } from '../../platform/metrics/watch.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { countOpenBookings, OPEN_STATES, type OpenCount } from './open-bookings-store.ts';

export async function watchOpenBookings({
  db,
  metrics,
  ...parts
}: WatchParts & { db: Database; metrics: Metrics }): Promise<Watch<unknown>> {
  const counts = await watch('open bookings', () => countOpenBookings(db), parts);
  /** NaN until the first count is available. */
  const of = (pick: (count: OpenCount) => number) => (environment: string, status?: string) => {
    const known = counts.latest();
    if (known === undefined) return Number.NaN;
    const found = known.find(each => each.environment === environment && each.status === (status ?? null));
    return found === undefined ? 0 : pick(found);
  };
  const environments = { environment: ENVIRONMENTS };
  const states = { ...environments, status: OPEN_STATES };
  metrics.gauge(
    'serai_bookings_open',
    'Bookings whose outcome or cancellation is still open.',
    of(({ count }) => count),
    states,
  );
  metrics.gauge(
    'serai_bookings_open_age_seconds',
    'Time since the last change of the open booking that has been unchanged the longest.',
    of(({ age_seconds }) => age_seconds),
    states,
  );
  metrics.gauge(
    'serai_bookings_in_need',
    'Bookings that need attention.',
    of(({ count }) => count),
    environments,
  );
  metrics.gauge(
    'serai_bookings_in_need_age_seconds',
    'Time since the last change of the booking in need of attention that has been unchanged the longest.',
    of(({ age_seconds }) => age_seconds),
    environments,
  );
  return counts;
}
