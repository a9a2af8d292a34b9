-- The last attempt to send an email about a statement that failed, and when the next one follows.
ALTER TABLE statement_mail ADD COLUMN tried_at timestamptz, ADD COLUMN retry_at timestamptz;
GRANT UPDATE (tried_at, retry_at) ON statement_mail TO serai_app, serai_service;

-- Spaces around the references of payments and adjustments no longer count. Stored ones lose them, so that a client that sends them
-- as before does not record anything twice. References that would be equal without the spaces stay as they are.
CREATE OR REPLACE FUNCTION pg_temp.trimmed(reference text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  -- All that the contract removes.
  SELECT btrim(reference, E' \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A'
    '\u2028\u2029\u202F\u205F\u3000\uFEFF')
$$;

WITH reference AS (
  SELECT organisation_id, environment, external_reference AS stored, pg_temp.trimmed(external_reference) AS trimmed,
    count(*) OVER (PARTITION BY organisation_id, environment, pg_temp.trimmed(external_reference)) AS equal
  FROM ledger_entry WHERE external_reference IS NOT NULL
), changed AS (
  SELECT * FROM reference WHERE stored <> trimmed AND trimmed <> '' AND equal = 1
), returned AS (
  UPDATE payment_return AS payment SET external_reference = trimmed FROM changed
  WHERE payment.organisation_id = changed.organisation_id AND payment.environment = changed.environment
    AND payment.external_reference = stored
)
UPDATE ledger_entry AS payment SET external_reference = trimmed FROM changed
WHERE payment.organisation_id = changed.organisation_id AND payment.environment = changed.environment
  AND payment.external_reference = stored;

WITH reference AS (
  SELECT organisation_id, environment, external_reference AS stored, pg_temp.trimmed(external_reference) AS trimmed,
    count(*) OVER (PARTITION BY organisation_id, environment, pg_temp.trimmed(external_reference)) AS equal
  FROM adjustment_reference
)
UPDATE adjustment_reference AS adjustment SET external_reference = trimmed FROM reference
WHERE adjustment.organisation_id = reference.organisation_id AND adjustment.environment = reference.environment
  AND adjustment.external_reference = stored AND stored <> trimmed AND trimmed <> '' AND equal = 1;

DROP FUNCTION pg_temp.trimmed(text);
