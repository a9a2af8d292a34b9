import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';

/** Check-ins of some days, as known at a time. */
export interface BooksPeriod {
  /** Days, both included. */
  from: string;
  to: string;
  /** A timestamp with the microseconds of the database. */
  knownAt: string;
}

export interface BooksPeriods {
  now: BooksPeriod;
  /** The same days and the same time of day, a year earlier. */
  before: BooksPeriod;
}

/** From today to the end of the last month. 28 February is the day a year before 29 February. */
export async function readBooksPeriods(
  db: Database,
  { timeZone, months }: { timeZone: string; months: number },
): Promise<BooksPeriods> {
  const [now, before] = await db<BooksPeriod[]>`
    SELECT (local - back)::date::text AS from,
      ((date_trunc('month', local) + make_interval(months => ${months}::int) - back)::date - 1)::text AS to,
      to_char((local - back) AT TIME ZONE ${timeZone} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "knownAt"
    FROM (SELECT serai_now() AT TIME ZONE ${timeZone} AS local) AS clock,
      (VALUES (interval '0'), (interval '1 year')) AS year (back)
    ORDER BY back LIMIT 2`;
  return { now, before } as BooksPeriods;
}

/** Whether there was a booking before a time. Reads the first entry of booking_all_created, or of booking_by_created. */
export async function hasBookingsBefore(
  db: Database,
  {
    environment,
    organisationId,
    time,
  }: { environment: Environment; organisationId: string | undefined; time: string },
): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM booking WHERE environment = ${environment} AND created_at < ${time}::text::timestamptz
      ${organisationId === undefined ? db`` : db`AND organisation_id = ${organisationId}`}
    ORDER BY created_at LIMIT 1`;
  return rows.length > 0;
}

export interface BooksFilter {
  environment: Environment;
  organisationId: string | undefined;
  hotelId: string | undefined;
  provider: string | undefined;
  country: string | undefined;
}

export interface BooksFigures {
  isNow: boolean;
  /** The month of the check-in. Of the year before, the month a year later, with which it is compared. */
  month: string;
  currency: string;
  stays: number;
  roomNights: number;
  revenueMinor: number;
  /** Room nights of the stays with revenue. */
  paidNights: number;
}

/** The stays of both periods, each as known at its time. Reads only the index report_on_the_books. */
export async function readBooks(
  db: Database,
  { environment, organisationId, hotelId, provider, country }: BooksFilter,
  { now, before }: BooksPeriods,
): Promise<BooksFigures[]> {
  return await db<BooksFigures[]>`
    SELECT "isNow", to_char(check_in + later, 'YYYY-MM') AS month, currency, count(*)::bigint AS stays,
      sum(booked_nights)::bigint AS "roomNights", sum(booked_minor)::bigint AS "revenueMinor",
      coalesce(sum(booked_nights) FILTER (WHERE is_paid_here), 0)::bigint AS "paidNights"
    FROM (VALUES
        (true, ${now.from}::date, ${now.to}::date, ${now.knownAt}::text::timestamptz, interval '0'),
        (false, ${before.from}::date, ${before.to}::date, ${before.knownAt}::text::timestamptz, interval '1 year')
      ) AS period ("isNow", first_day, last_day, known_at, later)
      JOIN report_booking ON environment = ${environment} AND check_in BETWEEN first_day AND last_day
    WHERE bookings = 1 AND confirmed_at <= known_at AND (cancelled_at IS NULL OR cancelled_at > known_at)
      ${organisationId === undefined ? db`` : db`AND organisation_id = ${organisationId}`}
      ${hotelId === undefined ? db`` : db`AND hotel_id = ${hotelId}`}
      ${provider === undefined ? db`` : db`AND provider = ${provider}`}
      ${country === undefined ? db`` : db`AND country = ${country}`}
    GROUP BY "isNow", to_char(check_in + later, 'YYYY-MM'), currency
    ORDER BY month, currency LIMIT 10000`;
}
