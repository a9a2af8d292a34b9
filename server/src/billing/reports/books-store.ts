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
  /** The same check-ins as `now`, as known when the first of the last days began. Today is the last of them. */
  daysAgo: BooksPeriod;
  /** The same days and the same time of day, a year earlier. */
  before: BooksPeriod;
}

/**
 * From today to the end of the last month. 28 February is the day a year before 29 February. The current time is not
 * converted from local time, because an hour occurs twice when the clocks are set back.
 */
export async function readBooksPeriods(
  db: Database,
  { timeZone, months, days = 0 }: { timeZone: string; months: number; days?: number },
): Promise<BooksPeriods> {
  const [now, daysAgo, before] = await db<BooksPeriod[]>`
    SELECT (local - back)::date::text AS from,
      ((date_trunc('month', local) + make_interval(months => ${months}::int) - back)::date - 1)::text AS to,
      to_char(CASE WHEN ago > 0 THEN (local::date - ago + 1)::timestamp AT TIME ZONE ${timeZone} - interval '1 microsecond'
        WHEN back = interval '0' THEN present ELSE (local - back) AT TIME ZONE ${timeZone} END AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "knownAt"
    FROM (SELECT serai_now() AS present) AS clock, LATERAL (SELECT present AT TIME ZONE ${timeZone} AS local) AS zoned,
      (VALUES (1, interval '0', 0), (2, interval '0', ${days}::int), (3, interval '1 year', 0)) AS period (place, back, ago)
    ORDER BY place LIMIT 3`;
  return { now, daysAgo, before } as BooksPeriods;
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
  period: keyof BooksPeriods;
  /** The month of the check-in. Of the year before, the month a year later, with which it is compared. */
  month: string;
  currency: string;
  stays: number;
  roomNights: number;
  revenueMinor: number;
  /** Room nights of the stays with revenue. */
  paidNights: number;
}

/** The stays of all periods, each as known at its time. Reads only the index report_by_check_in. */
export async function readBooks(
  db: Database,
  { environment, organisationId, hotelId, provider, country }: BooksFilter,
  { now, daysAgo, before }: BooksPeriods,
): Promise<BooksFigures[]> {
  // Added up by day first, because formatting the month of each stay would take longer than reading it.
  return await db<BooksFigures[]>`
    SELECT period, to_char(check_in + later, 'YYYY-MM') AS month, currency, sum(stays)::bigint AS stays,
      sum(nights)::bigint AS "roomNights", sum(minor)::bigint AS "revenueMinor", sum(paid_nights)::bigint AS "paidNights"
    FROM (VALUES
        ('now', ${now.from}::date, ${now.to}::date, ${now.knownAt}::text::timestamptz, interval '0'),
        ('daysAgo', ${daysAgo.from}::date, ${daysAgo.to}::date, ${daysAgo.knownAt}::text::timestamptz, interval '0'),
        ('before', ${before.from}::date, ${before.to}::date, ${before.knownAt}::text::timestamptz, interval '1 year')
      ) AS books (period, first_day, last_day, known_at, later), LATERAL (
        SELECT check_in, currency, count(*) AS stays, sum(booked_nights) AS nights, sum(booked_minor) AS minor,
          coalesce(sum(booked_nights) FILTER (WHERE is_paid_here), 0) AS paid_nights
        FROM report_booking
        WHERE environment = ${environment} AND check_in BETWEEN first_day AND last_day
          AND bookings = 1 AND confirmed_at <= known_at AND (cancelled_at IS NULL OR cancelled_at > known_at)
          ${organisationId === undefined ? db`` : db`AND organisation_id = ${organisationId}`}
          ${hotelId === undefined ? db`` : db`AND hotel_id = ${hotelId}`}
          ${provider === undefined ? db`` : db`AND provider = ${provider}`}
          ${country === undefined ? db`` : db`AND country = ${country}`}
        GROUP BY check_in, currency
      ) AS day
    GROUP BY period, to_char(check_in + later, 'YYYY-MM'), currency
    ORDER BY month, currency LIMIT 10000`;
}
