-- The content of suppliers is read by runs. A run stores its position with each page, so that any node can continue it.

CREATE TABLE content_run (
  run_id text PRIMARY KEY,
  -- Orders the runs. A full run removes hotels that neither it nor a later run has seen.
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  provider text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  mode text NOT NULL CHECK (mode IN ('FULL', 'DELTA')),
  state text NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'STOPPED', 'CANCELLED', 'FAILED')),
  -- Why a run stopped, or why a full run removed nothing.
  reason text CHECK (reason IN ('MANY_REMOVALS', 'INCOMPLETE')),
  -- LIST reads pages. REMOVE removes the hotels that the complete list did not contain.
  phase text NOT NULL DEFAULT 'LIST' CHECK (phase IN ('LIST', 'REMOVE')),
  -- Changes since this time. Null for a full run.
  since timestamptz,
  -- Where the next page starts. Null for the first page.
  cursor text,
  -- Time of the supplier's data, from which the next run continues.
  as_of timestamptz,
  figures jsonb NOT NULL DEFAULT '{}',
  -- Failures since the last page, what the last one was, and when the run continues.
  failures integer NOT NULL DEFAULT 0,
  restarts integer NOT NULL DEFAULT 0,
  last_error text,
  waiting_for text CHECK (waiting_for IN ('BUDGET', 'SUPPLIER_LIMIT', 'RETRY')),
  waiting_until timestamptz,
  requested_by text NOT NULL,
  requested_at timestamptz NOT NULL,
  confirmed_by text,
  started_at timestamptz,
  finished_at timestamptz,
  CHECK ((mode = 'DELTA') = (since IS NOT NULL))
);
CREATE UNIQUE INDEX content_run_open ON content_run (provider, environment) WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX content_run_latest ON content_run (environment, provider, number DESC);

-- One row for each account: from which time on changes are read, and when.
CREATE TABLE content_sync (
  provider text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  -- Null until the first full run is done.
  changed_since timestamptz,
  -- When the last full run ended, whether it removed hotels or stopped before that.
  full_at timestamptz,
  next_run_at timestamptz NOT NULL,
  -- The content has changed and no mapping run has been requested since.
  wants_mapping boolean NOT NULL DEFAULT false,
  PRIMARY KEY (environment, provider)
);

-- The number of the last run that saw the hotel. 0 before this migration.
ALTER TABLE supplier_hotel ADD COLUMN seen_run bigint NOT NULL DEFAULT 0;
-- The supplier's list contains only a part of the content, and the rest has not been read since the last change.
ALTER TABLE supplier_hotel ADD COLUMN wants_detail boolean NOT NULL DEFAULT false;
CREATE INDEX supplier_hotel_wants_detail ON supplier_hotel (environment, provider, supplier_id)
  WHERE wants_detail AND gone_at IS NULL;

-- Statements that are bound to a partner have no rights: suppliers and their content belong to the operator.
GRANT SELECT, INSERT, UPDATE ON content_run, content_sync TO serai_app, serai_service;
