-- Billing: the ledger, balances, statements and report figures.

-- Double-entry: each entry moves its amount from the account in `credit` to the account in `debit`. PARTNER is what the
-- partner owes, and HELD is what open bookings may still cost. Entries are never changed. Only a sandbox reset deletes
-- entries. Bookings have no foreign key to them: the check would cost every booking, and bookings are never deleted in
-- production.
CREATE TABLE ledger_entry (
  -- Identifies entries that were written together.
  posting_id text NOT NULL,
  line smallint NOT NULL,
  organisation_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  kind text NOT NULL CHECK (kind IN ('HOLD', 'CHARGE', 'RELEASE', 'REFUND', 'PENALTY', 'PAYMENT', 'ADJUSTMENT')),
  debit text NOT NULL,
  credit text NOT NULL CHECK (credit <> debit),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  at timestamptz NOT NULL,
  -- CLIENT, PROVIDER, SERVICE or OPERATOR for bookings, and the person who entered it for payments and adjustments.
  actor text NOT NULL,
  booking_id text,
  -- The reference of a payment at the bank or in the accounts.
  external_reference text,
  reason text,
  -- On the first line: the change to what the partner owes and to what is held, for the whole posting. 0 on the other
  -- lines.
  owed_change bigint NOT NULL,
  held_change bigint NOT NULL,
  -- If true, the commit fails if the hold exceeds the credit.
  is_checked boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organisation_id, environment, at, posting_id, line),
  CHECK ((kind = 'PAYMENT') = (external_reference IS NOT NULL)),
  CHECK ((kind IN ('PAYMENT', 'ADJUSTMENT')) = (booking_id IS NULL))
);
CREATE UNIQUE INDEX ledger_payment ON ledger_entry (organisation_id, environment, external_reference)
  WHERE external_reference IS NOT NULL;
CREATE INDEX ledger_by_booking ON ledger_entry (booking_id) WHERE booking_id IS NOT NULL;

-- The sum of the entries, in eight rows (stripes) for each ledger: a booking locks one of them while it commits, so that the
-- bookings of one partner seldom wait for each other. Only the trigger below changes the amounts.
CREATE TABLE ledger_balance (
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  stripe smallint NOT NULL,
  -- Fixed by the first entry.
  currency text NOT NULL,
  -- Negative if the partner has funds.
  owed_minor bigint NOT NULL,
  held_minor bigint NOT NULL,
  -- What this stripe may owe and hold without checking the others. The sum of all allowances stays within the credit.
  allowance_minor bigint NOT NULL,
  -- The following are the same in all stripes, and change only while all of them are locked.
  -- The credit for which the allowances were calculated. Null for no limit.
  credit_minor bigint,
  last_payment_minor bigint,
  -- 20 or 5 while less than that percentage is available. Meanwhile every change locks all stripes, so that crossing a
  -- threshold is noticed.
  low_percent smallint,
  -- Entries before this time are on closed statements.
  closed_until timestamptz,
  PRIMARY KEY (organisation_id, environment, stripe)
) WITH (fillfactor = 20);

-- When the partner was last notified about its balance, so that it is notified only once.
CREATE TABLE ledger_alert (
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  kind text NOT NULL CHECK (kind IN ('EXCEEDED', 'LOW')),
  at timestamptz NOT NULL,
  -- For LOW: the percentage that was reported. Null once the balance has recovered.
  percent smallint,
  PRIMARY KEY (organisation_id, environment, kind)
);

-- Closed statements. They are never changed.
CREATE TABLE statement (
  statement_id text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  month text NOT NULL CHECK (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  time_zone text NOT NULL,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  currency text NOT NULL,
  opening_minor bigint NOT NULL,
  closing_minor bigint NOT NULL,
  -- Sum and number of entries by kind.
  totals json NOT NULL,
  closed_at timestamptz NOT NULL,
  closed_by text NOT NULL,
  UNIQUE (organisation_id, environment, month)
);

-- What the booking has posted, and the rate to the billing currency that its quote froze. Null for bookings that are not billed,
-- such as those from before this migration.
ALTER TABLE booking ADD COLUMN billing json;
-- Bookings whose state was changed by a node of the previous version, which posts nothing. Usually empty.
CREATE INDEX booking_unsettled_bill ON booking (updated_at, booking_id)
  WHERE (status IN ('REJECTED', 'CANCELLED') AND (billing ->> 'held' IS NOT NULL OR billing ->> 'charged' IS NOT NULL))
    OR (status IN ('CONFIRMED', 'COMPLETED', 'NO_SHOW') AND billing IS NOT NULL AND billing ->> 'charged' IS NULL);

GRANT SELECT, INSERT ON ledger_entry, statement TO serai_app;
GRANT SELECT ON ledger_balance TO serai_app;
GRANT SELECT, INSERT, UPDATE ON ledger_alert TO serai_app;
SELECT serai_protect(name::regclass) FROM unnest(ARRAY['ledger_entry', 'ledger_balance', 'ledger_alert', 'statement']) AS name;
-- Closing a statement locks all stripes, so that no more entries can be added to its month.
GRANT UPDATE (closed_until) ON ledger_balance TO serai_app, serai_scoped, serai_service;

-- The highest amount that the partner may owe and hold together. Null for no limit.
CREATE FUNCTION ledger_credit(model text, credit_limit bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
AS $$ SELECT CASE model WHEN 'CREDIT' THEN coalesce(credit_limit, 0) WHEN 'PREPAID' THEN 0 END $$;

-- Runs at the commit, so that bookings wait only for each other's commits, not for each other's statements. Most
-- bookings need only one statement.
CREATE FUNCTION ledger_settle() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE ledger_balance AS balance
  SET owed_minor = owed_minor + NEW.owed_change, held_minor = held_minor + NEW.held_change
  FROM organisation
  WHERE balance.organisation_id = NEW.organisation_id AND balance.environment = NEW.environment
    AND stripe = hashtext(NEW.posting_id) & 7 AND organisation.id = NEW.organisation_id AND NEW.booking_id IS NOT NULL
    AND balance.currency = NEW.currency AND low_percent IS NULL AND (closed_until IS NULL OR closed_until <= NEW.at)
    AND credit_minor IS NOT DISTINCT FROM ledger_credit(billing_model, credit_limit_minor)
    AND (credit_minor IS NULL OR NEW.owed_change + NEW.held_change <= 0
      OR owed_minor + held_minor + NEW.owed_change + NEW.held_change <= allowance_minor);
  IF NOT FOUND THEN
    PERFORM ledger_settle_whole(NEW);
  END IF;
  RETURN NULL;
END $$;

-- Locks all stripes, checks their sum, and distributes what is left until the next threshold among them.
CREATE FUNCTION ledger_settle_whole(entry ledger_entry) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  whole record;
  model text;
  credit bigint;
  base bigint;
  available bigint;
  low smallint;
  share bigint;
BEGIN
  PERFORM FROM ledger_balance WHERE organisation_id = entry.organisation_id AND environment = entry.environment
  ORDER BY stripe FOR UPDATE;
  IF NOT FOUND THEN
    -- This is the first entry. Another transaction may be writing the first entry at the same time.
    IF entry.is_checked AND EXISTS (SELECT FROM organisation WHERE id = entry.organisation_id
      AND coalesce(billing_currency, default_currency) <> entry.currency) THEN
      RAISE EXCEPTION USING ERRCODE = 'SB409', MESSAGE = 'the billing currency was changed after the quote';
    END IF;
    INSERT INTO ledger_balance (organisation_id, environment, stripe, currency, owed_minor, held_minor, allowance_minor)
    SELECT entry.organisation_id, entry.environment, stripe, entry.currency, 0, 0, 0 FROM generate_series(0, 7) AS stripe
    ON CONFLICT (organisation_id, environment, stripe) DO NOTHING;
    PERFORM FROM ledger_balance WHERE organisation_id = entry.organisation_id AND environment = entry.environment
    ORDER BY stripe FOR UPDATE;
  END IF;
  SELECT sum(owed_minor)::bigint + entry.owed_change AS owed, sum(held_minor)::bigint + entry.held_change AS held,
    max(currency) AS currency, max(closed_until) AS closed_until, max(low_percent) AS low_percent,
    CASE WHEN entry.kind = 'PAYMENT' THEN entry.amount_minor ELSE max(last_payment_minor) END AS last_payment
  INTO whole FROM ledger_balance
  WHERE organisation_id = entry.organisation_id AND environment = entry.environment;
  SELECT billing_model, ledger_credit(billing_model, credit_limit_minor) INTO model, credit
  FROM organisation WHERE id = entry.organisation_id;
  available := credit - whole.owed - whole.held;

  IF whole.currency <> entry.currency THEN
    RAISE EXCEPTION USING ERRCODE = 'SB409', MESSAGE = 'the ledger is kept in another currency';
  END IF;
  IF entry.is_checked AND entry.held_change > 0 AND available < 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'SB402', MESSAGE = 'the credit is exceeded';
  END IF;
  -- The transaction began before the end of the month, but commits after the statement was closed.
  IF entry.at < whole.closed_until THEN
    UPDATE ledger_entry SET at = whole.closed_until WHERE organisation_id = entry.organisation_id
      AND environment = entry.environment AND at = entry.at AND posting_id = entry.posting_id;
  END IF;

  base := CASE model WHEN 'CREDIT' THEN credit ELSE whole.last_payment END;
  low := CASE WHEN available IS NULL OR base IS NULL OR base <= 0 THEN NULL
    WHEN available * 20 < base THEN 5 WHEN available * 5 < base THEN 20 END;
  share := CASE WHEN low IS NULL THEN greatest(0, coalesce(available - (coalesce(base, 0) + 4) / 5, 0)) / 8 ELSE 0 END;
  UPDATE ledger_balance SET
    owed_minor = owed_minor + CASE WHEN stripe = hashtext(entry.posting_id) & 7 THEN entry.owed_change ELSE 0 END,
    held_minor = held_minor + CASE WHEN stripe = hashtext(entry.posting_id) & 7 THEN entry.held_change ELSE 0 END,
    allowance_minor = owed_minor + held_minor + share
      + CASE WHEN stripe = hashtext(entry.posting_id) & 7 THEN entry.owed_change + entry.held_change ELSE 0 END,
    credit_minor = credit, last_payment_minor = whole.last_payment, low_percent = low
  WHERE organisation_id = entry.organisation_id AND environment = entry.environment;
  IF low IS DISTINCT FROM whole.low_percent THEN
    PERFORM ledger_level(entry.organisation_id, entry.environment, entry.posting_id, low);
  END IF;
END $$;

-- Called when the available amount crosses a threshold. A job notifies the partner when it falls.
CREATE FUNCTION ledger_level(organisation text, environment_name text, posting text, low smallint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE ledger_alert SET percent = low
  WHERE organisation_id = organisation AND environment = environment_name AND kind = 'LOW' AND percent < coalesce(low, 100);
  IF low IS NOT NULL THEN
    INSERT INTO job (id, kind, key, organisation_id, payload, run_at)
    VALUES ('job_' || substr(posting, 5), 'billing.balance_low', organisation || ' ' || environment_name, organisation, '{}',
      serai_now())
    ON CONFLICT (kind, key) WHERE dead_at IS NULL DO UPDATE SET run_at = least(job.run_at, excluded.run_at);
  END IF;
END $$;
REVOKE ALL ON FUNCTION ledger_settle(), ledger_settle_whole(ledger_entry), ledger_level(text, text, text, smallint) FROM PUBLIC;

CREATE CONSTRAINT TRIGGER ledger_settles AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.line = 1) EXECUTE FUNCTION ledger_settle();

-- Also for the operation that changes partners.
CREATE FUNCTION keep_billing_currency() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger_balance WHERE organisation_id = NEW.id AND currency <> NEW.billing_currency) THEN
    RAISE EXCEPTION USING ERRCODE = 'SB409', MESSAGE = 'the billing currency is fixed after the first entry';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION keep_billing_currency() FROM PUBLIC;
CREATE TRIGGER organisation_billing_currency BEFORE UPDATE OF billing_currency ON organisation
  FOR EACH ROW WHEN (NEW.billing_currency IS DISTINCT FROM OLD.billing_currency) EXECUTE FUNCTION keep_billing_currency();

-- Resetting the sandbox removes the entries of its bookings. Payments and adjustments stay, because people entered
-- them.
CREATE FUNCTION empty_sandbox_ledger(organisation text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM FROM ledger_balance WHERE organisation_id = organisation AND environment = 'sandbox' ORDER BY stripe FOR UPDATE;
  DELETE FROM statement WHERE organisation_id = organisation AND environment = 'sandbox';
  DELETE FROM ledger_entry WHERE organisation_id = organisation AND environment = 'sandbox' AND booking_id IS NOT NULL;
  -- The next entry finds a different credit and distributes it again.
  UPDATE ledger_balance SET held_minor = 0, allowance_minor = 0, credit_minor = -1, low_percent = NULL, closed_until = NULL,
    owed_minor = CASE WHEN stripe = 0 THEN coalesce((
      SELECT sum(CASE 'PARTNER' WHEN debit THEN amount_minor ELSE -amount_minor END) FROM ledger_entry
      WHERE organisation_id = organisation AND environment = 'sandbox'), 0) ELSE 0 END
  WHERE organisation_id = organisation AND environment = 'sandbox';
  DELETE FROM ledger_alert WHERE organisation_id = organisation AND environment = 'sandbox';
  DELETE FROM report_booking WHERE organisation_id = organisation AND environment = 'sandbox';
  DELETE FROM report_total WHERE organisation_id = organisation AND environment = 'sandbox';
END $$;
REVOKE ALL ON FUNCTION empty_sandbox_ledger(text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION reset_sandbox(organisation text)
RETURNS TABLE (bookings integer, quotes integer, holds integer, events integer, deliveries integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  -- The role of the caller, which stays the same inside a function that runs with other rights.
  IF current_setting('role') = 'serai_scoped' AND (
    organisation IS DISTINCT FROM current_setting('serai.organisation', true)
    OR NOT 'sandbox' = ANY (string_to_array(coalesce(current_setting('serai.environment', true), ''), ','))
  ) THEN
    RAISE insufficient_privilege USING MESSAGE = 'not the sandbox of this organisation';
  END IF;
  RETURN QUERY SELECT * FROM empty_sandbox(organisation);
  PERFORM empty_sandbox_ledger(organisation);
END $$;

-- Reports. A job processes the changes of bookings in the background, so bookings do not wait for it.

-- The current contribution of each booking to the reports.
CREATE TABLE report_booking (
  booking_id text PRIMARY KEY,
  organisation_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  -- When it was booked, in the time zone of the operator at that time.
  month text NOT NULL,
  hotel_id text NOT NULL,
  -- Empty if the hotel is not in the catalogue.
  country text NOT NULL,
  provider text NOT NULL,
  currency text NOT NULL,
  -- 0 or 1.
  bookings integer NOT NULL,
  cancelled integer NOT NULL,
  room_nights integer NOT NULL,
  revenue_minor bigint NOT NULL,
  cost_minor bigint NOT NULL
);
-- Reports by hotel read this table in the order of their groups, so that the first page needs only the bookings of some
-- hotels.
CREATE INDEX report_by_hotel ON report_booking (environment, hotel_id, month, organisation_id, provider, currency)
  INCLUDE (country, bookings, cancelled, room_nights, revenue_minor, cost_minor);

-- The sums for all other reports.
CREATE TABLE report_total (
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

-- The position up to which the job has read the changes.
CREATE TABLE report_progress (
  environment text PRIMARY KEY CHECK (environment IN ('sandbox', 'production')),
  changed_at timestamptz NOT NULL,
  booking_id text NOT NULL,
  -- All earlier changes are in the reports. Null until the job has caught up for the first time.
  as_of timestamptz
);
INSERT INTO report_progress (environment, changed_at, booking_id)
VALUES ('sandbox', '-infinity', ''), ('production', '-infinity', '');

GRANT SELECT, INSERT, UPDATE ON report_booking, report_total TO serai_app;
GRANT SELECT, UPDATE ON report_progress TO serai_app, serai_scoped, serai_service;
SELECT serai_protect(name::regclass) FROM unnest(ARRAY['report_booking', 'report_total']) AS name;
