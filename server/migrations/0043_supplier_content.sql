-- Hotels as suppliers describe them, and which hotel of the catalogue each of them is.

CREATE TABLE supplier_hotel (
  provider text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  supplier_id text NOT NULL,
  -- SHA-256 of the content. An unchanged hotel is only marked as seen.
  digest bytea NOT NULL,
  name text NOT NULL,
  country_code text,
  -- What the comparison reads. Rows with an older version are computed again from the content.
  normal_form jsonb NOT NULL,
  normal_form_version integer NOT NULL,
  content jsonb NOT NULL,
  seen_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  -- The supplier no longer has it. It is not sold; its mapping and its bookings stay.
  gone_at timestamptz,
  PRIMARY KEY (provider, environment, supplier_id)
);
CREATE INDEX supplier_hotel_by_country ON supplier_hotel (environment, provider, country_code, supplier_id);

-- The ledger of all decisions. Rows are added, never changed.
CREATE TABLE mapping_decision (
  decision_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  environment text NOT NULL,
  supplier_id text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('SAME', 'REVIEW', 'DIFFERENT', 'LATER', 'UNDONE')),
  -- The hotel, or the best candidate for a person.
  hotel_id text,
  score real,
  doubt text,
  alarm text,
  evidence jsonb NOT NULL,
  vetoes text[] NOT NULL,
  -- Null for decisions of people and alarms.
  model_version text,
  -- Decisions of people outrank every later run.
  is_manual boolean NOT NULL,
  decided_by text NOT NULL,
  decided_at timestamptz NOT NULL,
  -- The decision that was in force before this one. An undo restores it.
  previous_id bigint REFERENCES mapping_decision (decision_id),
  undoes bigint REFERENCES mapping_decision (decision_id),
  FOREIGN KEY (provider, environment, supplier_id) REFERENCES supplier_hotel (provider, environment, supplier_id),
  CHECK (outcome <> 'SAME' OR hotel_id IS NOT NULL),
  CHECK ((outcome = 'UNDONE') = (undoes IS NOT NULL))
);
CREATE INDEX mapping_decision_by_hotel ON mapping_decision (provider, environment, supplier_id, decision_id);

-- The decision in force for each hotel of a provider. Every column repeats the decision.
CREATE TABLE provider_hotel (
  provider text NOT NULL,
  environment text NOT NULL,
  supplier_id text NOT NULL,
  decision_id bigint NOT NULL REFERENCES mapping_decision (decision_id),
  outcome text NOT NULL CHECK (outcome IN ('SAME', 'REVIEW', 'DIFFERENT', 'LATER')),
  hotel_id text,
  score real,
  alarm text,
  is_manual boolean NOT NULL,
  model_version text,
  PRIMARY KEY (provider, environment, supplier_id),
  FOREIGN KEY (provider, environment, supplier_id) REFERENCES supplier_hotel (provider, environment, supplier_id)
);
CREATE INDEX provider_hotel_sold ON provider_hotel (environment, provider, hotel_id) WHERE outcome = 'SAME';
CREATE INDEX provider_hotel_queue ON provider_hotel (environment, outcome, score DESC, provider, supplier_id)
  WHERE outcome IN ('REVIEW', 'LATER');

-- Searches of a hotel in which a provider with an unmapped candidate had no offer.
CREATE TABLE mapping_demand (
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  hotel_id text NOT NULL,
  searches bigint NOT NULL,
  PRIMARY KEY (environment, hotel_id)
);

-- Prices of a hotel that were far from those of other providers, counted from the first one on.
CREATE TABLE mapping_price_count (
  provider text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  supplier_id text NOT NULL,
  first_at timestamptz NOT NULL,
  prices integer NOT NULL CHECK (prices > 0),
  PRIMARY KEY (provider, environment, supplier_id)
);

CREATE TABLE mapping_run (
  run_id text PRIMARY KEY,
  provider text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  state text NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'STOPPED', 'FAILED')),
  reason text CHECK (reason IN ('NEW_MODEL', 'MANY_CHANGES')),
  -- The stopped run whose changes this run applies.
  confirms text REFERENCES mapping_run (run_id),
  model_version text NOT NULL,
  figures jsonb NOT NULL DEFAULT '{}',
  requested_by text NOT NULL,
  requested_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE UNIQUE INDEX mapping_run_open ON mapping_run (provider, environment) WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX mapping_run_by_time ON mapping_run (environment, requested_at DESC);

-- Changes with every change of a mapping that is sold. Nodes read it several times a second.
CREATE TABLE mapping_epoch (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch bigint NOT NULL
);
INSERT INTO mapping_epoch (epoch) VALUES (0);

CREATE FUNCTION raise_mapping_epoch() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE mapping_epoch SET epoch = epoch + 1;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION raise_mapping_epoch() FROM PUBLIC;

CREATE TRIGGER provider_hotel_change AFTER INSERT OR UPDATE OR DELETE ON provider_hotel
  FOR EACH STATEMENT EXECUTE FUNCTION raise_mapping_epoch();

-- Statements that are bound to a partner have no rights: suppliers and their content belong to the operator.
GRANT SELECT, INSERT, UPDATE, DELETE ON supplier_hotel, provider_hotel, mapping_demand, mapping_price_count
  TO serai_app, serai_service;
GRANT SELECT, INSERT ON mapping_decision TO serai_app, serai_service;
GRANT SELECT, INSERT, UPDATE ON mapping_run TO serai_app, serai_service;
-- Removed and returned hotels raise it too, once for a page of content.
GRANT SELECT, UPDATE ON mapping_epoch TO serai_app, serai_service;
