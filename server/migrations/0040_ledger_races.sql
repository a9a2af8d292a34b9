-- Corrections of the ledger under concurrency.

-- An UPDATE that waited for a row and then finds that its condition no longer holds keeps the lock of that row. Locking all stripes
-- afterwards, in their order, could then deadlock. Ending the savepoint gives the lock back.
CREATE OR REPLACE FUNCTION ledger_settle() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
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
    IF FOUND THEN
      RETURN NULL;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'SB000', MESSAGE = 'needs all stripes';
  EXCEPTION WHEN SQLSTATE 'SB000' THEN
    NULL;
  END;
  PERFORM ledger_settle_whole(NEW);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION ledger_settle_whole(entry ledger_entry) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  due text;
  known record;
BEGIN
  PERFORM FROM ledger_balance WHERE organisation_id = entry.organisation_id AND environment = entry.environment
  ORDER BY stripe FOR UPDATE;
  IF NOT FOUND THEN
    -- The first entry. Another transaction may be writing its first one at the same time. The lock keeps the billing currency from
    -- being changed until this transaction has ended.
    SELECT coalesce(billing_currency, default_currency) INTO due FROM organisation
    WHERE id = entry.organisation_id FOR SHARE;
    IF entry.is_checked AND due <> entry.currency THEN
      RAISE EXCEPTION USING ERRCODE = 'SB409', MESSAGE = 'the billing currency was changed after the quote';
    END IF;
    INSERT INTO ledger_balance (organisation_id, environment, stripe, currency, owed_minor, held_minor, allowance_minor)
    SELECT entry.organisation_id, entry.environment, stripe, entry.currency, 0, 0, 0 FROM generate_series(0, 7) AS stripe
    ON CONFLICT (organisation_id, environment, stripe) DO NOTHING;
    PERFORM FROM ledger_balance WHERE organisation_id = entry.organisation_id AND environment = entry.environment
    ORDER BY stripe FOR UPDATE;
  END IF;
  SELECT currency, closed_until INTO known FROM ledger_balance
  WHERE organisation_id = entry.organisation_id AND environment = entry.environment AND stripe = 0;
  IF known.currency <> entry.currency THEN
    RAISE EXCEPTION USING ERRCODE = 'SB409', MESSAGE = 'the ledger is kept in another currency';
  END IF;
  PERFORM ledger_distribute(entry);
  -- A transaction that began before the end of the month and commits after its statement was closed.
  IF entry.at < known.closed_until THEN
    UPDATE ledger_entry SET at = known.closed_until WHERE organisation_id = entry.organisation_id
      AND environment = entry.environment AND at < known.closed_until AND posting_id = entry.posting_id;
  END IF;
END $$;

-- Adds the posting of an entry, and distributes what is left until the next threshold over the stripes. All of them are locked.
-- The entry has no posting if only the credit has changed.
--
-- A partner that has used more than its credit always gets a threshold, even if it has no limit or payment to compare with. All
-- its bookings are then decided with the whole balance, because what a cancellation gives back must not be spent again.
CREATE FUNCTION ledger_distribute(entry ledger_entry) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  own smallint := hashtext(entry.posting_id) & 7;
  owed_change bigint := coalesce(entry.owed_change, 0);
  held_change bigint := coalesce(entry.held_change, 0);
  whole record;
  model text;
  credit bigint;
  base bigint;
  available bigint;
  low smallint;
  share bigint;
BEGIN
  SELECT (sum(owed_minor) + sum(held_minor))::bigint + owed_change + held_change AS used, max(low_percent) AS low_percent,
    CASE WHEN entry.kind = 'PAYMENT' THEN entry.amount_minor ELSE max(last_payment_minor) END AS last_payment
  INTO whole FROM ledger_balance
  WHERE organisation_id = entry.organisation_id AND environment = entry.environment;
  SELECT billing_model, ledger_credit(billing_model, credit_limit_minor) INTO model, credit
  FROM organisation WHERE id = entry.organisation_id;
  available := credit - whole.used;
  IF entry.is_checked AND held_change > 0 AND available < 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'SB402', MESSAGE = 'the credit is exceeded';
  END IF;

  base := coalesce(CASE model WHEN 'CREDIT' THEN credit ELSE whole.last_payment END, 0);
  low := CASE WHEN available IS NULL THEN NULL WHEN available * 20 < base THEN 5 WHEN available * 5 < base THEN 20 END;
  share := CASE WHEN low IS NULL THEN greatest(0, coalesce(available - (base + 4) / 5, 0)) / 8 ELSE 0 END;
  UPDATE ledger_balance SET
    owed_minor = owed_minor + CASE WHEN stripe = own THEN owed_change ELSE 0 END,
    held_minor = held_minor + CASE WHEN stripe = own THEN held_change ELSE 0 END,
    allowance_minor = owed_minor + held_minor + share + CASE WHEN stripe = own THEN owed_change + held_change ELSE 0 END,
    credit_minor = credit, last_payment_minor = whole.last_payment, low_percent = low
  WHERE organisation_id = entry.organisation_id AND environment = entry.environment;
  IF low IS DISTINCT FROM whole.low_percent THEN
    PERFORM ledger_level(entry.organisation_id, entry.environment, low);
  END IF;
END $$;

-- Locks the job before the notice, in the same order as the job itself.
CREATE FUNCTION ledger_level(organisation text, environment_name text, low smallint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF low IS NOT NULL THEN
    INSERT INTO job (id, kind, key, organisation_id, payload, run_at)
    VALUES ('job_' || upper(replace(gen_random_uuid()::text, '-', '')), 'billing.balance_low',
      organisation || ' ' || environment_name, organisation, '{}', serai_now())
    ON CONFLICT (kind, key) WHERE dead_at IS NULL DO UPDATE SET run_at = least(job.run_at, excluded.run_at);
  END IF;
  UPDATE ledger_alert SET percent = low
  WHERE organisation_id = organisation AND environment = environment_name AND kind = 'LOW' AND percent < coalesce(low, 100);
END $$;
REVOKE ALL ON FUNCTION ledger_distribute(ledger_entry), ledger_level(text, text, smallint) FROM PUBLIC;
DROP FUNCTION ledger_level(text, text, text, smallint);

-- A new limit or billing model changes what is available without an entry.
CREATE FUNCTION ledger_follow_credit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  name text;
  entry ledger_entry;
BEGIN
  FOREACH name IN ARRAY ARRAY['production', 'sandbox'] LOOP
    PERFORM FROM ledger_balance WHERE organisation_id = NEW.id AND environment = name ORDER BY stripe FOR UPDATE;
    IF FOUND THEN
      entry.organisation_id := NEW.id;
      entry.environment := name;
      PERFORM ledger_distribute(entry);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION ledger_follow_credit() FROM PUBLIC;
-- Deferred to the commit: the stripes are then locked last and briefly.
CREATE CONSTRAINT TRIGGER organisation_credit AFTER UPDATE OF billing_model, credit_limit_minor ON organisation
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.billing_model IS DISTINCT FROM NEW.billing_model OR OLD.credit_limit_minor IS DISTINCT FROM NEW.credit_limit_minor)
  EXECUTE FUNCTION ledger_follow_credit();

-- A booking that is made while the sandbox is being reset stays, and so do its entries.
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
END $$;

CREATE FUNCTION ledger_sum(organisation text, environment_name text, account text) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  SELECT coalesce(sum(CASE account WHEN debit THEN amount_minor ELSE -amount_minor END), 0)::bigint FROM ledger_entry
  WHERE organisation_id = organisation AND environment = environment_name AND account IN (debit, credit)
$$;
REVOKE ALL ON FUNCTION ledger_sum(text, text, text) FROM PUBLIC;

-- The next entry of each ledger distributes the credit again, with the rules above.
UPDATE ledger_balance SET credit_minor = -1;
