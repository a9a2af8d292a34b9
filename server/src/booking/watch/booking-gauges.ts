/** Bookings that are not settled, for alarms. */
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
  /** Not a number while nobody knows. */
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
    'Bookings whose outcome or cancellation is still to be settled.',
    of(({ count }) => count),
    states,
  );
  metrics.gauge(
    'serai_bookings_open_age_seconds',
    'Since the oldest of them changed last.',
    of(({ age_seconds }) => age_seconds),
    states,
  );
  metrics.gauge(
    'serai_bookings_in_need',
    'Bookings that wait for a person.',
    of(({ count }) => count),
    environments,
  );
  metrics.gauge(
    'serai_bookings_in_need_age_seconds',
    'Since the oldest of them changed last.',
    of(({ age_seconds }) => age_seconds),
    environments,
  );
  return counts;
}
