-- Exact averages, groups by the kind of a booking, and the books as they were known at an earlier time. The next two
-- migrations fill the new columns and sums, so that reports can be read meanwhile.

-- All sums of reports, by either date and for each group that a booking has of its own: NONE for all bookings, or the
-- values of one such group. report_total and report_stay_total are still updated for the previous version.
CREATE TABLE report_sum (
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  date_basis text NOT NULL CHECK (date_basis IN ('BOOKED', 'STAY')),
  segment text NOT NULL CHECK (segment IN ('NONE', 'NATIONALITY', 'LEAD_TIME', 'STAY_LENGTH', 'RATE_PLAN')),
  month text NOT NULL,
  organisation_id text NOT NULL,
  segment_value text NOT NULL,
  provider text NOT NULL,
  country text NOT NULL,
  currency text NOT NULL,
  bookings bigint NOT NULL,
  cancelled bigint NOT NULL,
  room_nights bigint NOT NULL,
  revenue_minor bigint NOT NULL,
  cost_minor bigint NOT NULL,
  paid_stays bigint NOT NULL,
  paid_nights bigint NOT NULL,
  paid_minor bigint NOT NULL,
  PRIMARY KEY (organisation_id, environment, date_basis, segment, month, segment_value, provider, country, currency)
);
-- Reports of all partners read the months of one kind of sums.
CREATE INDEX report_sum_by_month ON report_sum (environment, date_basis, segment, month);
GRANT SELECT, INSERT, UPDATE ON report_sum TO serai_app;
SELECT serai_protect('report_sum');

ALTER TABLE report_booking
  -- The day of the booking in the time zone of the operator.
  ADD COLUMN booked_on date,
  ADD COLUMN check_in date,
  -- When the stay came onto the books and left them.
  ADD COLUMN confirmed_at timestamptz,
  ADD COLUMN cancelled_at timestamptz,
  ADD COLUMN nationality text,
  ADD COLUMN lead_time text,
  ADD COLUMN stay_length text,
  ADD COLUMN rate_plan text,
  -- False if the guest pays at the property.
  ADD COLUMN is_paid_here boolean,
  -- Room nights and price, also of a cancelled booking.
  ADD COLUMN booked_nights integer,
  ADD COLUMN booked_minor bigint,
  -- Stays that were not cancelled and that the partner pays.
  ADD COLUMN paid_stays integer,
  ADD COLUMN paid_nights integer,
  ADD COLUMN paid_minor bigint;

-- Nodes of the previous version do not write these columns either, so a trigger sets them.
CREATE FUNCTION set_report_details() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  booked record;
  nights integer;
  lead_days integer;
BEGIN
  SELECT created_at, check_in, check_out, confirmed_at, net_minor, content::jsonb AS content,
    CASE WHEN status = 'CANCELLED' THEN coalesce(cancelled_at, updated_at) END AS cancelled_at
  INTO booked FROM booking WHERE booking_id = NEW.booking_id;
  IF NOT FOUND THEN
    -- A reset of the sandbox deleted the booking while the job was reading it.
    SELECT (NEW.month || '-01')::timestamptz AS created_at, (NEW.stay_month || '-01')::date AS check_in,
      (NEW.stay_month || '-01')::date + 1 AS check_out, NULL::timestamptz AS confirmed_at, NEW.revenue_minor AS net_minor,
      '{}'::jsonb AS content, NULL::timestamptz AS cancelled_at INTO booked;
  END IF;
  NEW.booked_on := coalesce(NEW.booked_on,
    (booked.created_at AT TIME ZONE coalesce((SELECT time_zone FROM organisation WHERE kind = 'OPERATOR'), 'UTC'))::date);
  nights := booked.check_out - booked.check_in;
  lead_days := booked.check_in - NEW.booked_on;
  NEW.check_in := booked.check_in;
  NEW.confirmed_at := booked.confirmed_at;
  NEW.cancelled_at := booked.cancelled_at;
  NEW.nationality := coalesce(booked.content #>> '{market,nationality}', '');
  NEW.rate_plan := coalesce(booked.content #>> '{pricing,ratePlan}', '');
  NEW.lead_time := CASE WHEN lead_days <= 1 THEN '0-1' WHEN lead_days <= 7 THEN '2-7' WHEN lead_days <= 30 THEN '8-30'
    WHEN lead_days <= 90 THEN '31-90' ELSE '91+' END;
  NEW.stay_length := CASE WHEN nights <= 1 THEN '1' WHEN nights <= 3 THEN '2-3' WHEN nights <= 7 THEN '4-7'
    WHEN nights <= 14 THEN '8-14' ELSE '15+' END;
  NEW.is_paid_here := booked.content #>> '{payment,type}' IS DISTINCT FROM 'PAY_AT_PROPERTY';
  NEW.booked_nights := nights * coalesce(jsonb_array_length(booked.content -> 'rooms'), 1);
  NEW.booked_minor := CASE WHEN NEW.is_paid_here THEN booked.net_minor ELSE 0 END;
  NEW.paid_stays := CASE WHEN NEW.is_paid_here THEN NEW.bookings - NEW.cancelled ELSE 0 END;
  NEW.paid_nights := CASE WHEN NEW.is_paid_here THEN NEW.room_nights ELSE 0 END;
  NEW.paid_minor := CASE WHEN NEW.bookings > NEW.cancelled THEN NEW.revenue_minor ELSE 0 END;
  RETURN NEW;
END $$;
-- After report_booking_stay_month, because triggers run in the order of their names.
CREATE TRIGGER report_booking_with_details BEFORE INSERT OR UPDATE ON report_booking
  FOR EACH ROW EXECUTE FUNCTION set_report_details();

-- As before, and empties the new sums too.
CREATE OR REPLACE FUNCTION empty_sandbox_ledger(organisation text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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
  DELETE FROM report_sum WHERE organisation_id = organisation AND environment = 'sandbox';
END $$;
