/** Counts of bookings, for summaries. */
import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';

interface Scope {
  organisationId: string;
  /** Both when undefined. */
  environment: Environment | undefined;
}

export interface BookingCount {
  /** Begin of the day in UTC on which they were made. */
  day: Date;
  status: BookingState;
  currency: string;
  count: number;
  netMinor: number;
}

/** One pass over those made in the period, found by booking_by_created. */
export async function countBookings(
  db: Database,
  { organisationId, environment }: Scope,
  from: Date,
  to: Date,
): Promise<BookingCount[]> {
  return await db<BookingCount[]>`
    SELECT date_trunc('day', created_at, 'UTC') AS day, status, currency,
      count(*)::integer AS count, sum(net_minor)::bigint AS "netMinor"
    FROM booking
    WHERE organisation_id = ${organisationId} AND environment = ANY (${environmentsOf(environment)})
      AND created_at >= ${from} AND created_at < ${to}
    GROUP BY 1, 2, 3
    ORDER BY 1, 2, 3
    LIMIT 10000`;
}

/** More are not worth counting: the first hundreds keep a person busy. */
const MOST_IN_NEED = 1_000;

/** By booking_in_need alone. */
export async function countInNeed(db: Database, { organisationId, environment }: Scope): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM booking
      WHERE organisation_id = ${organisationId} AND environment = ANY (${environmentsOf(environment)}) AND needs_attention
      ORDER BY updated_at LIMIT ${MOST_IN_NEED}
    ) AS in_need`;
  return row?.count ?? 0;
}

function environmentsOf(environment: Environment | undefined): readonly Environment[] {
  return environment === undefined ? ENVIRONMENTS : [environment];
}
