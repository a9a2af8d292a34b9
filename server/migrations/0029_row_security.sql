-- Row security: the second wall between organisations, and between the environments of one.
-- serai_scoped works for one organisation, named by serai.organisation and serai.environment (with a comma between both); unset, it
-- sees nothing.
-- serai_service does what is done for all of them. serai_app is the role of nodes of the version before, let through until the
-- next release. The owner of the tables is a member of serai_service: migrations and its functions work by that policy.

-- What serai_app may do with a table or a function, the other two may.
CREATE FUNCTION serai_share_rights(rights aclitem[], target text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  privilege text;
BEGIN
  FOR privilege IN SELECT privilege_type FROM aclexplode(rights) WHERE grantee = 'serai_app'::regrole LOOP
    EXECUTE format('GRANT %s ON %s TO serai_scoped, serai_service', privilege, target);
  END LOOP;
END $$;

-- Called once for every table of organisations, by the migration that makes it and after its grants. A row without an organisation,
-- or without an environment where the table has one, is judged by its parent.
CREATE FUNCTION serai_protect(protected regclass, parent regclass DEFAULT NULL, key text DEFAULT NULL, parent_key text DEFAULT NULL)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  organisation text := CASE WHEN protected = 'organisation'::regclass THEN 'id' ELSE 'organisation_id' END;
  environment_nullable boolean := (
    SELECT NOT attnotnull FROM pg_attribute WHERE attrelid = protected AND attname = 'environment' AND NOT attisdropped);
  own text := format('%I = current_setting(''serai.organisation'', true)', organisation);
  untold text := format('%I IS NULL', organisation);
BEGIN
  IF environment_nullable IS NOT NULL THEN
    -- As an array the planner estimates it rightly: of both environments all rows are expected.
    own := own || ' AND (environment = ANY (string_to_array(current_setting(''serai.environment'', true), '',''))'
      || CASE WHEN environment_nullable AND parent IS NULL THEN ' OR environment IS NULL' ELSE '' END || ')';
    untold := untold || ' OR environment IS NULL';
  END IF;
  IF parent IS NOT NULL THEN
    own := format('(%s) OR ((%s) AND EXISTS (SELECT FROM %s AS parent WHERE parent.%I = %s.%I))',
      own, untold, parent, coalesce(parent_key, key), protected, key);
  END IF;
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', protected);
  EXECUTE format('CREATE POLICY scoped ON %s TO serai_scoped USING (%s)', protected, own);
  EXECUTE format('CREATE POLICY service ON %s TO serai_service USING (true)', protected);
  EXECUTE format('CREATE POLICY version_before ON %s TO serai_app USING (true)', protected);
  PERFORM serai_share_rights(relacl, 'TABLE ' || protected) FROM pg_class WHERE oid = protected;
END $$;

REVOKE ALL ON FUNCTION serai_share_rights(aclitem[], text), serai_protect(regclass, regclass, text, text) FROM PUBLIC;

DO $$
BEGIN
  PERFORM serai_share_rights(relacl, 'TABLE ' || oid::regclass) FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND relacl IS NOT NULL;
  PERFORM serai_share_rights(proacl, 'FUNCTION ' || oid::regprocedure) FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace AND proacl IS NOT NULL;
END $$;

-- Rows below a booking, a key or an endpoint say themselves whose they are: a look at the parent would cost every statement, and
-- would not find one that the same statement makes. Nodes of the version before leave both empty, as do rows from before and
-- rows that the service writes: those are judged by their parent.
ALTER TABLE booking_history ADD COLUMN organisation_id text, ADD COLUMN environment text;
ALTER TABLE booking_attempt ADD COLUMN organisation_id text, ADD COLUMN environment text;
ALTER TABLE booking_exchange ADD COLUMN organisation_id text, ADD COLUMN environment text;
ALTER TABLE webhook_attempt ADD COLUMN organisation_id text, ADD COLUMN environment text;
ALTER TABLE webhook_secret ADD COLUMN organisation_id text;
ALTER TABLE webhook_slot ADD COLUMN organisation_id text;
ALTER TABLE webhook_deleted ADD COLUMN organisation_id text;
ALTER TABLE api_key_secret ADD COLUMN organisation_id text;
ALTER TABLE api_key_last_use ADD COLUMN organisation_id text;

-- Apart from the columns: a default of the moment would be written into the rows that are there.
DO $$
DECLARE
  child text;
BEGIN
  FOREACH child IN ARRAY ARRAY['booking_history', 'booking_attempt', 'booking_exchange', 'webhook_attempt', 'webhook_secret',
    'webhook_slot', 'webhook_deleted', 'api_key_secret', 'api_key_last_use'] LOOP
    EXECUTE format('ALTER TABLE %I ALTER organisation_id SET DEFAULT nullif(current_setting(''serai.organisation'', true), '''')', child);
  END LOOP;
  FOREACH child IN ARRAY ARRAY['booking_history', 'booking_attempt', 'booking_exchange', 'webhook_attempt'] LOOP
    EXECUTE format('ALTER TABLE %I ALTER environment SET DEFAULT CASE WHEN current_setting(''serai.environment'', true)
      IN (''sandbox'', ''production'') THEN current_setting(''serai.environment'', true) END', child);
  END LOOP;
END $$;

SELECT serai_protect(name::regclass) FROM unnest(ARRAY['organisation', 'api_key', 'audit_entry', 'request_log', 'usage_minute',
  'usage_hour', 'sign_in_link', 'operator_session', 'operator_token_selection', 'member', 'job', 'outbox_event', 'quote', 'booking',
  'idempotency_key', 'inventory_hold', 'provider_connection', 'webhook_endpoint', 'webhook_delivery', 'webhook_deleted', 'notice',
  'certification']) AS name;
SELECT serai_protect('booking_history', 'booking', 'booking_id');
SELECT serai_protect('booking_attempt', 'booking', 'booking_id');
SELECT serai_protect('booking_exchange', 'booking', 'booking_id');
SELECT serai_protect('webhook_attempt', 'webhook_delivery', 'delivery_id');
SELECT serai_protect('webhook_secret', 'webhook_endpoint', 'endpoint_id');
SELECT serai_protect('webhook_slot', 'webhook_endpoint', 'endpoint_id');
SELECT serai_protect('api_key_secret', 'api_key', 'key_id', 'id');
SELECT serai_protect('api_key_last_use', 'api_key_secret', 'secret_id', 'id');

-- The one function that deletes bookings works with the owner's rights: whoever is bound to an organisation empties that sandbox alone.
ALTER FUNCTION reset_sandbox(text) RENAME TO empty_sandbox;
REVOKE ALL ON FUNCTION empty_sandbox(text) FROM serai_app, serai_scoped, serai_service;
CREATE FUNCTION reset_sandbox(organisation text)
RETURNS TABLE (bookings integer, quotes integer, holds integer, events integer, deliveries integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  -- The caller's role: what a function with other rights works as does not change it.
  IF current_setting('role') = 'serai_scoped' AND (
    organisation IS DISTINCT FROM current_setting('serai.organisation', true)
    OR NOT 'sandbox' = ANY (string_to_array(coalesce(current_setting('serai.environment', true), ''), ','))
  ) THEN
    RAISE insufficient_privilege USING MESSAGE = 'not the sandbox of this organisation';
  END IF;
  RETURN QUERY SELECT * FROM empty_sandbox(organisation);
END $$;
REVOKE ALL ON FUNCTION reset_sandbox(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reset_sandbox(text) TO serai_app, serai_scoped, serai_service;
