-- Support contacts of providers, and emails about providers that fail.

-- How staff reach the support of a provider. Set only in the operator's rows, and null if no field is set.
ALTER TABLE provider_connection ADD COLUMN support_contact jsonb;

-- How long each production provider has been in its state, and which state was last reported by email.
CREATE TABLE provider_watch (
  code text PRIMARY KEY,
  -- The times below end if the last check is too old.
  checked_at timestamptz NOT NULL,
  -- Each is null while it does not apply. A provider that is down is also failing.
  ok_since timestamptz,
  failing_since timestamptz,
  down_since timestamptz,
  reported text NOT NULL DEFAULT 'OK' CHECK (reported IN ('OK', 'DEGRADED', 'DOWN')),
  -- Null if no email has been sent about this provider.
  reported_at timestamptz,
  -- Since when it has been failing, as the last email stated. Null if that email reported a recovery.
  reported_since timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_watch TO serai_app, serai_service;
