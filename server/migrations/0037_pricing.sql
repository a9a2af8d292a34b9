-- Pricing rules of the operator. Every version is kept, because quotes and bookings refer to the versions that priced
-- them.

CREATE TABLE pricing_rule (
  rule_id text NOT NULL,
  version integer NOT NULL CHECK (version >= 1),
  is_current boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('ACTIVE', 'ARCHIVED')),
  name text NOT NULL,
  priority integer NOT NULL,
  -- A date or a timestamp in UTC, as the operator wrote it.
  valid_from text,
  valid_to text,
  conditions json NOT NULL,
  action json NOT NULL,
  -- Increases with every new rule and stays the same in all its versions. If two rules have the same priority, the
  -- smaller number comes first.
  age bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by text NOT NULL,
  PRIMARY KEY (rule_id, version)
);
CREATE UNIQUE INDEX pricing_rule_current ON pricing_rule (rule_id) WHERE is_current;
CREATE INDEX pricing_rule_active ON pricing_rule (priority DESC, age) WHERE is_current AND status = 'ACTIVE';
CREATE SEQUENCE pricing_rule_age;

-- Changes whenever rules, a partner's groups or the operator's exchange margin change. Nodes read it several times a
-- second.
CREATE TABLE pricing_epoch (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch bigint NOT NULL
);
INSERT INTO pricing_epoch (epoch) VALUES (0);

CREATE FUNCTION raise_pricing_epoch() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE pricing_epoch SET epoch = epoch + 1;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION raise_pricing_epoch() FROM PUBLIC;

CREATE TRIGGER pricing_rule_change AFTER INSERT OR UPDATE OR DELETE ON pricing_rule
  FOR EACH STATEMENT EXECUTE FUNCTION raise_pricing_epoch();
-- Deferred to the commit, so that the epoch row is locked last and only briefly.
CREATE CONSTRAINT TRIGGER organisation_pricing_change AFTER UPDATE OF groups, fx_margin_percent ON organisation
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.groups IS DISTINCT FROM NEW.groups OR OLD.fx_margin_percent IS DISTINCT FROM NEW.fx_margin_percent)
  EXECUTE FUNCTION raise_pricing_epoch();

-- Statements that are bound to a partner have no rights: rules and their margins belong to the operator.
GRANT SELECT, INSERT, UPDATE ON pricing_rule TO serai_app, serai_service;
GRANT SELECT ON pricing_epoch TO serai_app, serai_service;
GRANT USAGE ON SEQUENCE pricing_rule_age TO serai_app, serai_service;
