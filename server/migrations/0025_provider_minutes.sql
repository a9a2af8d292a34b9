-- How calls to providers ended, added up by the minute (kept two days) and by the hour (kept 30 days).
CREATE TABLE provider_calls (
  slot_minutes smallint NOT NULL CHECK (slot_minutes IN (1, 60)),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  start timestamptz NOT NULL,
  code text NOT NULL,
  operation text NOT NULL,
  calls bigint NOT NULL,
  -- Timeouts included.
  errors bigint NOT NULL,
  timeouts bigint NOT NULL,
  max_ms double precision NOT NULL,
  -- Calls by class of duration.
  durations bigint[] NOT NULL,
  PRIMARY KEY (slot_minutes, environment, start, code, operation)
) WITH (fillfactor = 70);
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_calls TO serai_app;
