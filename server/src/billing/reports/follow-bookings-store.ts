import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';

/**
 * Applies the next changes of an environment before the horizon, and returns their number. The previous
 * contribution of a booking is subtracted from the sums, so that each booking is counted once.
 */
export async function followChanges(
  tx: Database,
  environment: Environment,
  { horizon, timeZone, limit }: { horizon: string; timeZone: string; limit: number },
): Promise<number> {
  // The position is read separately, so that it is a constant for the index booking_all_updated.
  const [progress] = await tx<{ changedAt: string; bookingId: string }[]>`
    SELECT changed_at::text AS "changedAt", booking_id AS "bookingId" FROM report_progress
    WHERE environment = ${environment} FOR UPDATE`;
  const { changedAt, bookingId } = progress as { changedAt: string; bookingId: string };
  const [done] = await tx<{ changes: number }[]>`
    WITH changed AS MATERIALIZED (
      SELECT * FROM booking
      WHERE environment = ${environment} AND (updated_at, booking_id) > (${changedAt}::text::timestamptz, ${bookingId})
        AND updated_at < ${horizon}::text::timestamptz
      ORDER BY updated_at, booking_id LIMIT ${limit}
    ), judged AS (
      SELECT *, content #>> '{payment,type}' = 'PAY_AT_PROPERTY' AS is_paid_there,
        -- As in isSold of the booking area, so that lists of bookings contain what reports count.
        (environment = 'sandbox' OR NOT test_mode) AND status <> 'REJECTED'
          AND (confirmed_at IS NOT NULL OR (status = 'CANCELLED' AND penalty_minor > 0)) AS counts,
        -- As in penaltyOwedMinor of the booking area.
        CASE WHEN status_reason IN ('BY_HOTEL', 'BY_PROVIDER') THEN 0 ELSE coalesce(penalty_minor, 0) END AS penalty,
        CASE WHEN status_reason = 'BY_OPERATIONS' THEN coalesce((cancel_intent ->> 'operatorPenaltyMinor')::bigint, 0) ELSE 0 END
          AS borne_penalty,
        -- Without pricing rules a booking is sold at cost.
        coalesce((SELECT sum(cost::text::bigint) FROM json_array_elements(content #> '{pricing,roomCosts}') AS cost), net_minor)
          AS cost_net
      FROM changed
    ), fact AS MATERIALIZED (
      SELECT booking_id, organisation_id, environment, to_char(created_at AT TIME ZONE ${timeZone}, 'YYYY-MM') AS month,
        to_char(check_in, 'YYYY-MM') AS stay_month, (created_at AT TIME ZONE ${timeZone})::date AS booked_on, hotel_id,
        coalesce((SELECT country_code FROM hotel WHERE hotel.hotel_id = judged.hotel_id
          AND hotel.environment = CASE WHEN judged.test_mode THEN 'sandbox' ELSE 'production' END), '') AS country,
        provider, currency, counts::int AS bookings, (counts AND status = 'CANCELLED')::int AS cancelled,
        CASE WHEN counts AND status <> 'CANCELLED' THEN (check_out - check_in) * json_array_length(content -> 'rooms') ELSE 0
          END AS room_nights,
        CASE WHEN NOT counts OR is_paid_there THEN 0 WHEN status = 'CANCELLED' THEN penalty ELSE net_minor END AS revenue_minor,
        CASE WHEN NOT counts OR is_paid_there OR net_minor = 0 THEN 0
          WHEN status = 'CANCELLED' THEN floor((2 * (penalty + borne_penalty) * cost_net + net_minor)
            / (2 * net_minor::numeric))::bigint
          ELSE cost_net::bigint END AS cost_minor
      FROM judged
    ), before AS MATERIALIZED (
      SELECT report_booking.* FROM report_booking JOIN fact USING (booking_id)
    ), written AS (
      -- Triggers of the table set its other columns and add the change to the sums.
      INSERT INTO report_booking (booking_id, organisation_id, environment, month, stay_month, booked_on, hotel_id, country, provider,
        currency, bookings, cancelled, room_nights, revenue_minor, cost_minor)
      SELECT booking_id, organisation_id, environment, month, stay_month, booked_on, hotel_id, country, provider, currency, bookings,
        cancelled, room_nights, revenue_minor, cost_minor
      FROM fact WHERE bookings = 1 OR booking_id IN (SELECT booking_id FROM before)
      ON CONFLICT (booking_id) DO UPDATE SET month = excluded.month, stay_month = excluded.stay_month,
        booked_on = excluded.booked_on, country = excluded.country, bookings = excluded.bookings, cancelled = excluded.cancelled,
        room_nights = excluded.room_nights, revenue_minor = excluded.revenue_minor, cost_minor = excluded.cost_minor
    ), summed AS (
      -- Only the previous version reads these sums. Reports read report_sum.
      INSERT INTO report_total AS total (environment, organisation_id, month, provider, country, currency, bookings, cancelled,
        room_nights, revenue_minor, cost_minor)
      SELECT environment, organisation_id, month, provider, country, currency, sum(bookings), sum(cancelled), sum(room_nights),
        sum(revenue_minor), sum(cost_minor)
      FROM (
        SELECT environment, organisation_id, month, provider, country, currency, bookings, cancelled, room_nights, revenue_minor,
          cost_minor
        FROM fact WHERE bookings = 1
        UNION ALL
        SELECT environment, organisation_id, month, provider, country, currency, -bookings, -cancelled, -room_nights,
          -revenue_minor, -cost_minor
        FROM before
      ) AS change
      GROUP BY environment, organisation_id, month, provider, country, currency
      ON CONFLICT (organisation_id, environment, month, provider, country, currency) DO UPDATE SET
        bookings = total.bookings + excluded.bookings, cancelled = total.cancelled + excluded.cancelled,
        room_nights = total.room_nights + excluded.room_nights, revenue_minor = total.revenue_minor + excluded.revenue_minor,
        cost_minor = total.cost_minor + excluded.cost_minor
    ), last AS (
      SELECT updated_at, booking_id FROM changed ORDER BY updated_at DESC, booking_id DESC LIMIT 1
    ), moved AS (
      UPDATE report_progress SET changed_at = last.updated_at, booking_id = last.booking_id
      FROM last WHERE report_progress.environment = ${environment}
    )
    SELECT count(*)::int AS changes FROM changed`;
  return done?.changes ?? 0;
}

/** Records that all changes before the horizon are in the reports. */
export async function caughtUp(tx: Database, environment: Environment, horizon: string): Promise<void> {
  await tx`UPDATE report_progress SET as_of = ${horizon}::text::timestamptz WHERE environment = ${environment}`;
}
