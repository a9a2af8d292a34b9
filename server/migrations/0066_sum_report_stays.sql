-- Sums the existing reports by the month of the check-in. Reports can be read meanwhile, and the job that updates them waits.
LOCK TABLE report_booking IN SHARE ROW EXCLUSIVE MODE;

INSERT INTO report_stay_total (environment, organisation_id, month, provider, country, currency, bookings, cancelled, room_nights,
  revenue_minor, cost_minor)
SELECT environment, organisation_id, stay_month, provider, country, currency, sum(bookings), sum(cancelled), sum(room_nights),
  sum(revenue_minor), sum(cost_minor)
FROM report_booking GROUP BY environment, organisation_id, stay_month, provider, country, currency;

-- Triggers, so that the sums are also exact while nodes of an earlier version run the job. The argument is the sign of
-- the rows: 1 for their new values, -1 for the values before a change.
CREATE FUNCTION add_report_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  sign integer := TG_ARGV[0]::integer;
BEGIN
  INSERT INTO report_stay_total AS total (environment, organisation_id, month, provider, country, currency, bookings, cancelled,
    room_nights, revenue_minor, cost_minor)
  SELECT environment, organisation_id, stay_month, provider, country, currency, sign * sum(bookings), sign * sum(cancelled),
    sign * sum(room_nights), sign * sum(revenue_minor), sign * sum(cost_minor)
  FROM changed GROUP BY environment, organisation_id, stay_month, provider, country, currency
  ON CONFLICT (organisation_id, environment, month, provider, country, currency) DO UPDATE SET
    bookings = total.bookings + excluded.bookings, cancelled = total.cancelled + excluded.cancelled,
    room_nights = total.room_nights + excluded.room_nights, revenue_minor = total.revenue_minor + excluded.revenue_minor,
    cost_minor = total.cost_minor + excluded.cost_minor;
  RETURN NULL;
END $$;
CREATE TRIGGER report_stays_inserted AFTER INSERT ON report_booking
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_report_stays('1');
CREATE TRIGGER report_stays_updated_from AFTER UPDATE ON report_booking
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_report_stays('-1');
CREATE TRIGGER report_stays_updated_to AFTER UPDATE ON report_booking
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_report_stays('1');

-- As before, and empties the new sums too.
CREATE OR REPLACE FUNCTION empty_sandbox_ledger(organisation text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM FROM ledger_balance WHERE organisation_id = organisation AND environment = 'sandbox' ORDER BY stripe FOR UPDATE;
  DELETE FROM statement WHERE organisation_id = organisation AND environment = 'sandbox';
  DELETE FROM ledger_entry WHERE organisation_id = organisation AND environment = 'sandbox' AND booking_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM booking WHERE booking.booking_id = ledger_entry.booking_id);
  -- The next entry finds another credit and distributes it again.
  UPDATE ledger_balance SET allowance_minor = 0, credit_minor = -1, low_percent = NULL, closed_until = NULL,
    owed_minor = CASE stripe WHEN 0 THEN ledger_sum(organisation, 'sandbox', 'PARTNER') ELSE 0 END,
    held_minor = CASE stripe WHEN 0 THEN ledger_sum(organisation, 'sandbox', 'HELD') ELSE 0 END
  WHERE organisation_id = organisation AND environment = 'sandbox';
  DELETE FROM ledger_alert WHERE organisation_id = organisation AND environment = 'sandbox';
  DELETE FROM report_booking WHERE organisation_id = organisation AND environment = 'sandbox';
  DELETE FROM report_total WHERE organisation_id = organisation AND environment = 'sandbox';
  DELETE FROM report_stay_total WHERE organisation_id = organisation AND environment = 'sandbox';
END $$;

-- Reports by the month of the check-in read the same index. A hotel has few enough bookings to sort them.
CREATE INDEX report_of_hotel ON report_booking (environment, hotel_id, month, organisation_id, provider, currency)
  INCLUDE (stay_month, country, bookings, cancelled, room_nights, revenue_minor, cost_minor);
ALTER TABLE report_booking ADD CONSTRAINT has_stay_month CHECK (stay_month IS NOT NULL) NOT VALID;
ALTER TABLE report_booking VALIDATE CONSTRAINT has_stay_month;

-- From here on, reports wait until the end of the transaction, which is near.
ALTER TABLE report_booking ALTER COLUMN stay_month SET NOT NULL;
ALTER TABLE report_booking DROP CONSTRAINT has_stay_month;
DROP INDEX report_by_hotel;
ALTER INDEX report_of_hotel RENAME TO report_by_hotel;
