import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { RECONCILE } from '../reconcile/follow-up.ts';

/** Counting stops at this number. */
const MAX_COUNTED = 10_000;

export const OPEN_STATES = ['PENDING', 'ON_REQUEST', 'CANCEL_PENDING'] as const satisfies BookingState[];

export interface OpenCount {
  environment: Environment;
  /** Null for bookings that need attention, which are counted in all states together. */
  status: (typeof OPEN_STATES)[number] | null;
  count: number;
  /** Time since the last change of the booking that has been unchanged for the longest time. */
  age_seconds: number;
}

/**
 * Every open booking has a reconciliation job, so open bookings are found through the index job_open. Bookings that
 * need attention are found through a partial index.
 */
export async function countOpenBookings(db: Database): Promise<OpenCount[]> {
  return await db<OpenCount[]>`
    SELECT environment, status, count(*)::int AS count, ${age(db)} AS age_seconds
    FROM (
      SELECT booking.environment, booking.status, booking.updated_at
      FROM job JOIN booking ON booking.booking_id = job.key
      WHERE job.kind = ${RECONCILE} AND job.dead_at IS NULL AND booking.status = ANY (${[...OPEN_STATES]})
      LIMIT ${MAX_COUNTED}
    ) AS open
    GROUP BY environment, status
    UNION ALL
    SELECT environment, NULL, count(*)::int, ${age(db)}
    FROM (SELECT environment, updated_at FROM booking WHERE needs_attention LIMIT ${MAX_COUNTED}) AS in_need
    GROUP BY environment
    ORDER BY 1, 2 LIMIT 100`;
}

function age(db: Database) {
  return db`greatest(0, extract(epoch FROM (SELECT serai_now()) - min(updated_at)))::float8`;
}
