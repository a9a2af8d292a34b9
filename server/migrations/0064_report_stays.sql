-- Reports by the month of the check-in, beside those by the month of the booking.

-- The sums by the month of the check-in. Otherwise as report_total.
CREATE TABLE report_stay_total (
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  organisation_id text NOT NULL,
  month text NOT NULL,
  provider text NOT NULL,
  country text NOT NULL,
  currency text NOT NULL,
  bookings bigint NOT NULL,
  cancelled bigint NOT NULL,
  room_nights bigint NOT NULL,
  revenue_minor bigint NOT NULL,
  cost_minor bigint NOT NULL,
  PRIMARY KEY (organisation_id, environment, month, provider, country, currency)
);
GRANT SELECT, INSERT, UPDATE ON report_stay_total TO serai_app;
SELECT serai_protect('report_stay_total');

-- Filled by the next migration. Only short locks are needed, so reports are available during the upgrade.
ALTER TABLE report_booking ADD COLUMN stay_month text;

-- Nodes of an earlier version do not write the month of the check-in.
CREATE FUNCTION set_report_stay_month() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.stay_month := coalesce(
    (SELECT to_char(check_in, 'YYYY-MM') FROM booking WHERE booking.booking_id = NEW.booking_id), NEW.month);
  RETURN NEW;
END $$;
CREATE TRIGGER report_booking_stay_month BEFORE INSERT ON report_booking
  FOR EACH ROW WHEN (NEW.stay_month IS NULL) EXECUTE FUNCTION set_report_stay_month();
