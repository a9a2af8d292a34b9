-- Work that must be done later, and events that must be told. Both are written in the transaction of their cause.

-- The clock of leases, holds, quotes and expiry is the database's, so that nodes whose clocks differ agree. Behind a function,
-- so that a simulation can drive it.
CREATE FUNCTION serai_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

CREATE TABLE job (
  id text PRIMARY KEY,
  kind text NOT NULL,
  -- What it is about: one open job of a kind for each.
  key text NOT NULL,
  -- Whose turn it takes; null is the service's own.
  organisation_id text REFERENCES organisation (id),
  payload json NOT NULL DEFAULT '{}',
  -- Infinity while it runs, unless it was asked for again meanwhile.
  run_at timestamptz NOT NULL,
  -- Failures in a row.
  failures integer NOT NULL DEFAULT 0,
  last_error text,
  -- Raised with every lease; what was begun under an older one changes nothing.
  fence bigint NOT NULL DEFAULT 0,
  lease_until timestamptz,
  -- Given up: waits for a person.
  dead_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT serai_now()
);
CREATE UNIQUE INDEX job_open ON job (kind, key) WHERE dead_at IS NULL;
-- By whose turn, and since when it may be taken: at its time, or when the lease of a lost runner ends.
CREATE INDEX job_due ON job ((coalesce(organisation_id, '')), (coalesce(lease_until, run_at))) WHERE dead_at IS NULL;
CREATE INDEX job_dead ON job (dead_at, id) WHERE dead_at IS NOT NULL;

CREATE TABLE outbox_event (
  event_id text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  type text NOT NULL,
  at timestamptz NOT NULL,
  booking_id text,
  version integer,
  -- The member `data` of the event as JSON, sealed: it may name people.
  data bytea NOT NULL,
  -- Forced on its deliveries by `settings.scenario`.
  scenario text,
  relayed_at timestamptz
);
CREATE INDEX outbox_event_waiting ON outbox_event (at) WHERE relayed_at IS NULL;
CREATE INDEX outbox_event_by_organisation ON outbox_event (organisation_id, environment, at, event_id);
CREATE INDEX outbox_event_by_booking ON outbox_event (booking_id, version) WHERE booking_id IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON job, outbox_event TO serai_app;
