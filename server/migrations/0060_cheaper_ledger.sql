-- Most entries belong to bookings and need only one statement of the trigger, which now also checks them. Evaluating the checks in
-- PL/pgSQL took as long as updating the balance, because PL/pgSQL prepares an expression again in each transaction.

CREATE FUNCTION ledger_check(entry ledger_entry) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NOT (entry.amount_minor >= 0 AND entry.credit <> entry.debit AND entry.environment IN ('sandbox', 'production')
    AND entry.kind IN ('HOLD', 'CHARGE', 'RELEASE', 'REFUND', 'PENALTY', 'PAYMENT', 'ADJUSTMENT')
    AND entry.currency ~ '^[A-Z]{3}$' AND (entry.kind = 'PAYMENT') = (entry.external_reference IS NOT NULL)
    AND (entry.kind IN ('PAYMENT', 'ADJUSTMENT')) = (entry.booking_id IS NULL)) THEN
    RAISE check_violation USING MESSAGE = 'the ledger entry is invalid', TABLE = 'ledger_entry';
  END IF;
END $$;
REVOKE ALL ON FUNCTION ledger_check(ledger_entry) FROM PUBLIC;

CREATE OR REPLACE FUNCTION ledger_settle() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  -- The first line contains the changes of the whole posting.
  IF NEW.line <> 1 THEN
    PERFORM ledger_check(NEW);
    RETURN NULL;
  END IF;
  BEGIN
    -- The environment and the currency are those of an existing balance, so they are valid.
    UPDATE ledger_balance
    SET owed_minor = owed_minor + NEW.owed_change, held_minor = held_minor + NEW.held_change
    WHERE organisation_id = NEW.organisation_id AND environment = NEW.environment AND stripe = hashtext(NEW.posting_id) & 7
      AND NEW.booking_id IS NOT NULL AND NEW.external_reference IS NULL AND NEW.amount_minor >= 0 AND NEW.credit <> NEW.debit
      AND NEW.kind IN ('HOLD', 'CHARGE', 'RELEASE', 'REFUND', 'PENALTY') AND currency = NEW.currency AND low_percent IS NULL
      AND (closed_until IS NULL OR closed_until <= NEW.at) AND credit_minor IS DISTINCT FROM -1
      AND (credit_minor IS NULL OR NEW.owed_change + NEW.held_change <= 0
        OR owed_minor + held_minor + NEW.owed_change + NEW.held_change <= allowance_minor);
    IF FOUND THEN
      RETURN NULL;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'SB000', MESSAGE = 'needs all stripes';
  EXCEPTION WHEN SQLSTATE 'SB000' THEN
    NULL;
  END;
  PERFORM ledger_check(NEW);
  PERFORM ledger_settle_whole(NEW);
  RETURN NULL;
END $$;
