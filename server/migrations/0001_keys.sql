-- Organisations, API keys and the audit of every change to them.
-- The application acts as serai_app, which owns nothing and is granted what it needs, table by table.

CREATE TABLE organisation (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_key (
  id text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  name text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  allowed_addresses text[] NOT NULL DEFAULT '{}',
  limit_minute integer NOT NULL CHECK (limit_minute BETWEEN 1 AND 1000000000),
  limit_hour integer NOT NULL CHECK (limit_hour BETWEEN 1 AND 1000000000),
  limit_day integer NOT NULL CHECK (limit_day BETWEEN 1 AND 1000000000),
  expires_at timestamptz,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED', 'REVOKED')),
  generation bigint NOT NULL DEFAULT 1,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX api_key_by_organisation ON api_key (organisation_id, created_at DESC, id DESC);

CREATE TABLE api_key_secret (
  id text PRIMARY KEY,
  key_id text NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  start text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  valid_until timestamptz
);
CREATE INDEX api_key_secret_by_key ON api_key_secret (key_id);

-- A table of its own, so that writing the last use is no change of the key.
CREATE TABLE api_key_last_use (
  secret_id text PRIMARY KEY REFERENCES api_key_secret (id) ON DELETE CASCADE,
  used_at timestamptz NOT NULL,
  address text,
  client_version text
);

-- One row. Locking it orders the changes of keys, so epochs become visible in their order;
-- with a sequence a later number could commit first and an earlier one be missed for good.
CREATE TABLE key_epoch (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch bigint NOT NULL
);
INSERT INTO key_epoch (epoch) VALUES (0);

CREATE TABLE key_change (
  epoch bigint PRIMARY KEY,
  key_id text NOT NULL,
  generation bigint NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX key_change_by_time ON key_change (changed_at);

CREATE FUNCTION raise_key_generation() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.generation := OLD.generation + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;

CREATE FUNCTION record_key_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  next_epoch bigint;
  changed api_key := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  UPDATE key_epoch SET epoch = epoch + 1 RETURNING epoch INTO next_epoch;
  INSERT INTO key_change (epoch, key_id, generation)
  VALUES (next_epoch, changed.id, changed.generation + CASE WHEN TG_OP = 'DELETE' THEN 1 ELSE 0 END);
  PERFORM pg_notify('serai_key_epoch', next_epoch::text);
  RETURN NULL;
END $$;

CREATE FUNCTION touch_key_of_secret() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE api_key SET updated_at = now() WHERE id = COALESCE(NEW.key_id, OLD.key_id);
  RETURN NULL;
END $$;

CREATE FUNCTION touch_keys_of_organisation() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE api_key SET updated_at = now() WHERE organisation_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER api_key_generation BEFORE UPDATE ON api_key
  FOR EACH ROW EXECUTE FUNCTION raise_key_generation();
-- Deferred to the commit: the epoch row is then locked last and briefly, and cannot take part in a deadlock.
CREATE CONSTRAINT TRIGGER api_key_change AFTER INSERT OR UPDATE OR DELETE ON api_key
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION record_key_change();
CREATE TRIGGER api_key_secret_change AFTER INSERT OR UPDATE OR DELETE ON api_key_secret
  FOR EACH ROW EXECUTE FUNCTION touch_key_of_secret();
CREATE TRIGGER organisation_change AFTER UPDATE ON organisation
  FOR EACH ROW EXECUTE FUNCTION touch_keys_of_organisation();

CREATE TABLE audit_entry (
  id text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  target text NOT NULL,
  before jsonb,
  after jsonb,
  address text,
  request_id text
);
CREATE INDEX audit_entry_by_time ON audit_entry (organisation_id, at DESC, id DESC);
CREATE INDEX audit_entry_by_target ON audit_entry (organisation_id, target, at DESC, id DESC);

GRANT SELECT, INSERT, UPDATE ON organisation TO serai_app;
GRANT SELECT, INSERT, UPDATE ON api_key, api_key_secret TO serai_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON api_key_last_use TO serai_app;
GRANT SELECT ON key_epoch TO serai_app;
GRANT SELECT, DELETE ON key_change TO serai_app;
-- Written once: nobody who serves requests may change or remove an entry.
GRANT SELECT, INSERT ON audit_entry TO serai_app;
