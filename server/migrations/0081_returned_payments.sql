-- Returned payments, and the response of the mail server to an email with a statement.

-- A payment that the bank took back. The reference of a payment is unique in its ledger, so it can be returned only once.
CREATE TABLE payment_return (
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  -- The reference of the payment.
  external_reference text NOT NULL,
  -- The posting of the payment, and the one that reverses it.
  payment_id text NOT NULL,
  return_id text NOT NULL,
  returned_on date NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, environment, external_reference),
  UNIQUE (organisation_id, environment, return_id)
);
GRANT SELECT, INSERT ON payment_return TO serai_app;
SELECT serai_protect('payment_return');

-- As before, with the new kind. Its reference is that of the payment, in the table above.
CREATE OR REPLACE FUNCTION ledger_check(entry ledger_entry) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NOT (entry.amount_minor >= 0 AND entry.credit <> entry.debit AND entry.environment IN ('sandbox', 'production')
    AND entry.kind IN ('HOLD', 'CHARGE', 'RELEASE', 'REFUND', 'PENALTY', 'PAYMENT', 'RETURNED_PAYMENT', 'ADJUSTMENT')
    AND entry.currency ~ '^[A-Z]{3}$' AND (entry.kind = 'PAYMENT') = (entry.external_reference IS NOT NULL)
    AND (entry.kind IN ('PAYMENT', 'RETURNED_PAYMENT', 'ADJUSTMENT')) = (entry.booking_id IS NULL)) THEN
    RAISE check_violation USING MESSAGE = 'the ledger entry is invalid', TABLE = 'ledger_entry';
  END IF;
END $$;

-- As before. In addition, a returned payment no longer counts as the last payment, which decides when funds are low. The index of
-- the references lists the payments of a partner, which are few.
CREATE OR REPLACE FUNCTION ledger_distribute(entry ledger_entry) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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
  IF entry.kind = 'RETURNED_PAYMENT' THEN
    whole.last_payment := (
      SELECT amount_minor FROM ledger_entry AS paid
      WHERE paid.organisation_id = entry.organisation_id AND paid.environment = entry.environment
        AND paid.external_reference IS NOT NULL
        AND NOT EXISTS (
          SELECT FROM payment_return AS returned
          WHERE returned.organisation_id = paid.organisation_id AND returned.environment = paid.environment
            AND returned.external_reference = paid.external_reference)
      ORDER BY paid.at DESC, paid.posting_id DESC LIMIT 1);
  END IF;
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

-- What the mail server said when it accepted or refused the email. Null until then, and for emails from before this migration.
ALTER TABLE statement_mail ADD COLUMN response text;
GRANT UPDATE (response) ON statement_mail TO serai_app, serai_service;
