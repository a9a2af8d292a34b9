import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';

export interface SalesFilter {
  organisationId: string | undefined;
  environment: Environment;
  from: Date;
  to: Date;
  /** The time zone in which days begin. */
  timeZone: string;
  /** Number of partners and of hotels for each currency. */
  top: number;
}

export interface SalesRow {
  /** TOTAL has no key. The key of DAY is its date. */
  group: 'TOTAL' | 'DAY' | 'PARTNER' | 'HOTEL';
  key: string;
  currency: string;
  bookings: number;
  revenueMinor: number;
  costMinor: number;
}

/**
 * The totals of each currency, most bookings first, its days with bookings, and the partners and hotels with the
 * highest revenue. Reads the bookings of the period once, from the index booking_all_created, or booking_by_created for
 * one partner, and their figures by primary key. They are added up by day, partner, hotel and currency first, so that
 * the groups are formed from few rows.
 */
export async function readSales(
  db: Database,
  { organisationId, environment, from, to, timeZone, top }: SalesFilter,
): Promise<SalesRow[]> {
  return await db<SalesRow[]>`
    WITH sold AS MATERIALIZED (
      SELECT report.organisation_id, report.hotel_id, (booking.created_at AT TIME ZONE ${timeZone})::date AS day,
        report.currency, sum(report.bookings) AS bookings, sum(revenue_minor) AS revenue_minor, sum(cost_minor) AS cost_minor
      FROM booking JOIN report_booking AS report USING (booking_id)
      WHERE booking.environment = ${environment} AND booking.created_at >= ${from} AND booking.created_at < ${to}
        ${organisationId === undefined ? db`` : db`AND booking.organisation_id = ${organisationId}`}
        AND report.bookings > 0
      GROUP BY 1, 2, 3, 4
    ), summed AS (
      SELECT CASE WHEN grouping(organisation_id) = 0 THEN 'PARTNER' WHEN grouping(hotel_id) = 0 THEN 'HOTEL'
          WHEN grouping(day) = 0 THEN 'DAY' ELSE 'TOTAL' END AS "group",
        coalesce(organisation_id, hotel_id, to_char(day, 'YYYY-MM-DD'), '') AS key, currency, sum(bookings)::bigint AS bookings,
        sum(revenue_minor)::bigint AS "revenueMinor", sum(cost_minor)::bigint AS "costMinor"
      FROM sold GROUP BY GROUPING SETS ((currency), (day, currency), (organisation_id, currency), (hotel_id, currency))
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY "group", currency ORDER BY "revenueMinor" DESC, key) AS place FROM summed
    )
    SELECT "group", key, currency, bookings, "revenueMinor", "costMinor" FROM ranked
    WHERE "group" IN ('TOTAL', 'DAY') OR (place <= ${top} AND "revenueMinor" > 0)
    ORDER BY CASE WHEN "group" = 'TOTAL' THEN -bookings ELSE 0 END, currency, place
    LIMIT 10000`;
}

export interface PartnerRevenue {
  organisationId: string;
  currency: string;
  revenueMinor: number;
}

/**
 * The revenue of these partners from the bookings created in the last days, the highest amount first. Reads the bookings of
 * the period from the index booking_by_created, and their figures by primary key, as `readSales` does.
 */
export async function readRevenueOf(
  db: Database,
  { environment, ids, days }: { environment: Environment; ids: readonly string[]; days: number },
): Promise<PartnerRevenue[]> {
  return await db<PartnerRevenue[]>`
    SELECT partner.id AS "organisationId", sold.* FROM unnest(${ids}::text[]) AS partner (id)
    CROSS JOIN LATERAL (
      SELECT report.currency, sum(report.revenue_minor)::bigint AS "revenueMinor"
      FROM booking JOIN report_booking AS report USING (booking_id)
      WHERE booking.organisation_id = partner.id AND booking.environment = ${environment}
        AND booking.created_at >= serai_now() - make_interval(days => ${days}) AND report.bookings > 0
      GROUP BY report.currency
    ) AS sold
    ORDER BY partner.id, "revenueMinor" DESC, currency LIMIT 10000`;
}
