-- Fills the columns and sums of the migration before from the bookings. Reports can be read meanwhile. The job that follows
-- bookings waits.
LOCK TABLE report_booking IN SHARE ROW EXCLUSIVE MODE;

-- The months do not change, so the sums of the previous version need no update.
ALTER TABLE report_booking DISABLE TRIGGER report_stays_updated_from, DISABLE TRIGGER report_stays_updated_to;
UPDATE report_booking SET booked_on = (created_at AT TIME ZONE zone.name)::date
FROM booking, (SELECT coalesce(max(time_zone), 'UTC') AS name FROM organisation WHERE kind = 'OPERATOR') AS zone
WHERE booking.booking_id = report_booking.booking_id AND booked_on IS NULL;
UPDATE report_booking SET booked_on = (month || '-01')::date WHERE booked_on IS NULL;
ALTER TABLE report_booking ENABLE TRIGGER report_stays_updated_from, ENABLE TRIGGER report_stays_updated_to;

-- The argument is the sign of the rows: 1 for their new values, -1 for the values before a change.
CREATE FUNCTION add_report_sums() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  sign integer := TG_ARGV[0]::integer;
BEGIN
  INSERT INTO report_sum AS total (environment, date_basis, segment, month, organisation_id, segment_value, provider, country,
    currency, bookings, cancelled, room_nights, revenue_minor, cost_minor, paid_stays, paid_nights, paid_minor)
  SELECT environment, basis.name, segment.name, basis.month, organisation_id, segment.value, provider, country, currency,
    sign * sum(bookings), sign * sum(cancelled), sign * sum(room_nights), sign * sum(revenue_minor), sign * sum(cost_minor),
    sign * sum(paid_stays), sign * sum(paid_nights), sign * sum(paid_minor)
  FROM changed
    CROSS JOIN LATERAL (VALUES ('BOOKED', changed.month), ('STAY', stay_month)) AS basis (name, month)
    CROSS JOIN LATERAL (VALUES ('NONE', ''), ('NATIONALITY', nationality), ('LEAD_TIME', lead_time),
      ('STAY_LENGTH', stay_length), ('RATE_PLAN', rate_plan)) AS segment (name, value)
  GROUP BY environment, basis.name, segment.name, basis.month, organisation_id, segment.value, provider, country, currency
  ON CONFLICT (organisation_id, environment, date_basis, segment, month, segment_value, provider, country, currency)
  DO UPDATE SET bookings = total.bookings + excluded.bookings, cancelled = total.cancelled + excluded.cancelled,
    room_nights = total.room_nights + excluded.room_nights, revenue_minor = total.revenue_minor + excluded.revenue_minor,
    cost_minor = total.cost_minor + excluded.cost_minor, paid_stays = total.paid_stays + excluded.paid_stays,
    paid_nights = total.paid_nights + excluded.paid_nights, paid_minor = total.paid_minor + excluded.paid_minor;
  RETURN NULL;
END $$;

INSERT INTO report_sum
SELECT environment, basis.name, segment.name, basis.month, organisation_id, segment.value, provider, country, currency,
  sum(bookings), sum(cancelled), sum(room_nights), sum(revenue_minor), sum(cost_minor), sum(paid_stays), sum(paid_nights),
  sum(paid_minor)
FROM report_booking
  CROSS JOIN LATERAL (VALUES ('BOOKED', report_booking.month), ('STAY', stay_month)) AS basis (name, month)
  CROSS JOIN LATERAL (VALUES ('NONE', ''), ('NATIONALITY', nationality), ('LEAD_TIME', lead_time),
    ('STAY_LENGTH', stay_length), ('RATE_PLAN', rate_plan)) AS segment (name, value)
GROUP BY environment, basis.name, segment.name, basis.month, organisation_id, segment.value, provider, country, currency;

CREATE TRIGGER report_sums_inserted AFTER INSERT ON report_booking
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_report_sums('1');
CREATE TRIGGER report_sums_updated_from AFTER UPDATE ON report_booking
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_report_sums('-1');
CREATE TRIGGER report_sums_updated_to AFTER UPDATE ON report_booking
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_report_sums('1');

-- The stays on the books of a period are read from this index alone.
CREATE INDEX report_on_the_books ON report_booking (environment, check_in)
  INCLUDE (organisation_id, hotel_id, provider, country, currency, bookings, confirmed_at, cancelled_at, is_paid_here,
    booked_nights, booked_minor);
CREATE INDEX report_of_hotel ON report_booking (environment, hotel_id, month, organisation_id, provider, currency)
  INCLUDE (stay_month, country, bookings, cancelled, room_nights, revenue_minor, cost_minor, paid_stays, paid_nights,
    paid_minor);
