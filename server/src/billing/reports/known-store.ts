import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { daysOfRange } from './report-range.ts';
import { dayColumn, type ReportFilter } from './report-store.ts';

export interface KnownFigures {
  currency: string;
  bookings: number;
  cancelled: number;
}

/**
 * The bookings of a report that were confirmed at a time, and how many of them were cancelled by then. Reads only the index
 * report_by_booked_on or report_by_check_in, or the table if the period contains most of it.
 */
export function readKnownFigures(
  db: Database,
  filter: Omit<ReportFilter, 'by' | 'after'>,
  knownAt: string,
): Statement<KnownFigures[]> {
  const { organisationId, environment, dateBasis, hotelId, provider, country, limit } = filter;
  const { from, to } = daysOfRange(filter.from, filter.to);
  const day = dayColumn(db, dateBasis);
  // Materialized, because PostgreSQL would otherwise parse the text of the time for each booking, which takes most of
  // the time of the statement.
  return db<KnownFigures[]>`
    WITH known AS MATERIALIZED (SELECT ${knownAt}::text::timestamptz AS at)
    SELECT currency, count(*)::bigint AS bookings, count(*) FILTER (WHERE cancelled_at <= known.at)::bigint AS cancelled
    FROM report_booking, known
    WHERE environment = ${environment} AND bookings = 1
      -- A request that was cancelled with a penalty was never confirmed.
      AND coalesce(confirmed_at, cancelled_at) <= known.at
      ${from === undefined ? db`` : db`AND ${day} >= ${from}::date`}
      ${to === undefined ? db`` : db`AND ${day} <= ${to}::date`}
      ${organisationId === undefined ? db`` : db`AND organisation_id = ${organisationId}`}
      ${hotelId === undefined ? db`` : db`AND hotel_id = ${hotelId}`}
      ${provider === undefined ? db`` : db`AND provider = ${provider}`}
      ${country === undefined ? db`` : db`AND country = ${country}`}
    GROUP BY currency ORDER BY currency LIMIT ${limit}`;
}
