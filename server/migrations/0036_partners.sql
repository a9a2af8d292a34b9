-- The operator, its partners and their people. Organisations become partners. The first organisation becomes the
-- partner "Direct", and its people become the staff of the operator, which is a new row. Partner ids do not change.

ALTER TABLE organisation
  ADD COLUMN kind text NOT NULL DEFAULT 'PARTNER' CHECK (kind IN ('OPERATOR', 'PARTNER')),
  ADD COLUMN status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'SUSPENDED')),
  -- Partners only. Pricing rules refer to groups by name.
  ADD COLUMN groups text[] NOT NULL DEFAULT '{}',
  ADD COLUMN billing_model text NOT NULL DEFAULT 'NONE' CHECK (billing_model IN ('NONE', 'CREDIT', 'PREPAID')),
  -- Null means the default currency of the partner, as long as nothing has been booked.
  ADD COLUMN billing_currency text CHECK (billing_currency ~ '^[A-Z]{3}$'),
  ADD COLUMN credit_limit_minor bigint CHECK (credit_limit_minor >= 0),
  -- The operator only.
  ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC',
  ADD COLUMN fx_margin_percent numeric(7, 4) NOT NULL DEFAULT 0 CHECK (fx_margin_percent >= 0),
  ADD COLUMN emergency_contact json,
  ADD CONSTRAINT organisation_limit_of_credit CHECK ((billing_model = 'CREDIT') = (credit_limit_minor IS NOT NULL)),
  ADD CONSTRAINT organisation_currency_of_limit CHECK (credit_limit_minor IS NULL OR billing_currency IS NOT NULL);

CREATE UNIQUE INDEX organisation_operator ON organisation ((true)) WHERE kind = 'OPERATOR';
CREATE INDEX organisation_by_name ON organisation (name, id) WHERE kind = 'PARTNER';

-- Hotels that a revenue manager may change. Null means all.
ALTER TABLE member ADD COLUMN hotels text[];

ALTER TABLE member DROP CONSTRAINT member_role_check;
ALTER TABLE sign_in_link DROP CONSTRAINT sign_in_link_role_check;
ALTER TABLE operator_session DROP CONSTRAINT operator_session_role_check;

-- Staff and partner users have different roles. Nodes of the previous version still write the roles of that version, so they are
-- translated here.
CREATE FUNCTION role_in_organisation(organisation text, role text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  is_operator boolean := (SELECT kind = 'OPERATOR' FROM organisation AS o WHERE o.id = organisation);
BEGIN
  IF role IS NULL THEN RETURN NULL; END IF;
  IF is_operator THEN
    IF role = 'read-only' THEN RETURN 'viewer'; END IF;
    IF role IN ('owner', 'admin', 'support', 'revenue', 'finance', 'developer', 'viewer') THEN RETURN role; END IF;
  ELSE
    IF role IN ('partner-admin', 'partner-developer', 'partner-viewer') THEN RETURN role; END IF;
    IF role IN ('owner', 'admin') THEN RETURN 'partner-admin'; END IF;
    IF role = 'developer' THEN RETURN 'partner-developer'; END IF;
    IF role = 'read-only' THEN RETURN 'partner-viewer'; END IF;
  END IF;
  RAISE check_violation USING MESSAGE = format('the role %s does not exist for this organisation', role);
END $$;
REVOKE ALL ON FUNCTION role_in_organisation(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION role_in_organisation(text, text) TO serai_app, serai_scoped, serai_service;

CREATE FUNCTION set_role_in_organisation() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.role := role_in_organisation(NEW.organisation_id, NEW.role);
  RETURN NEW;
END $$;

-- The first organisation's people, sessions and provider settings move to the operator. An empty database has no organisation yet:
-- the first start creates the operator and "Direct".
DO $$
DECLARE
  direct organisation%ROWTYPE;
  operator text := 'opr_' || upper(substr(encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex'), 1, 20));
BEGIN
  SELECT * INTO direct FROM organisation ORDER BY created_at, id LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO organisation (id, name, kind, default_nationality, default_currency, default_language, require_second_factor)
  VALUES (operator, direct.name, 'OPERATOR', direct.default_nationality, direct.default_currency, direct.default_language,
    direct.require_second_factor);
  UPDATE organisation SET name = 'Direct' WHERE id = direct.id;
  UPDATE member SET organisation_id = operator WHERE organisation_id = direct.id;
  UPDATE sign_in_link SET organisation_id = operator WHERE organisation_id = direct.id;
  UPDATE operator_session SET organisation_id = operator WHERE organisation_id = direct.id;
  UPDATE provider_connection SET organisation_id = operator WHERE organisation_id = direct.id;
  DELETE FROM operator_token_selection WHERE organisation_id = direct.id;
  UPDATE member SET role = role_in_organisation(organisation_id, role);
  UPDATE sign_in_link SET role = role_in_organisation(organisation_id, role);
  UPDATE operator_session SET role = role_in_organisation(organisation_id, role) WHERE role IS NOT NULL;
END $$;

CREATE TRIGGER member_role BEFORE INSERT OR UPDATE OF role, organisation_id ON member
  FOR EACH ROW EXECUTE FUNCTION set_role_in_organisation();
CREATE TRIGGER sign_in_link_role BEFORE INSERT OR UPDATE OF role, organisation_id ON sign_in_link
  FOR EACH ROW EXECUTE FUNCTION set_role_in_organisation();
CREATE TRIGGER operator_session_role BEFORE INSERT OR UPDATE OF role, organisation_id ON operator_session
  FOR EACH ROW EXECUTE FUNCTION set_role_in_organisation();

-- Staff read the lists of all partners together, newest first.
CREATE INDEX booking_all_updated ON booking (environment, updated_at, booking_id);
CREATE INDEX booking_all_created ON booking (environment, created_at, booking_id) INCLUDE (status, currency, net_minor);
CREATE INDEX booking_all_in_need ON booking (updated_at, booking_id) WHERE needs_attention;
CREATE INDEX booking_by_reference ON booking (client_reference);
CREATE INDEX request_log_all ON request_log (environment, at DESC, id DESC);
CREATE INDEX outbox_event_all ON outbox_event (at, event_id);
CREATE INDEX audit_entry_all ON audit_entry (at DESC, id DESC);
CREATE INDEX usage_minute_all ON usage_minute (environment, minute);
CREATE INDEX usage_hour_all ON usage_hour (environment, hour);
