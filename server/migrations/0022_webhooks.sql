-- Webhooks: who is told of events, what is on its way, and what came of it.

-- Deliveries are made with their event and are the queue themselves.
DROP INDEX outbox_event_waiting;
ALTER TABLE outbox_event DROP COLUMN relayed_at;
CREATE INDEX outbox_event_by_age ON outbox_event (at);

CREATE TABLE webhook_endpoint (
  endpoint_id text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  url text NOT NULL,
  event_types text[] NOT NULL CHECK (cardinality(event_types) > 0),
  description text,
  status text NOT NULL DEFAULT 'ENABLED' CHECK (status IN ('ENABLED', 'PAUSED', 'DISABLED')),
  status_reason text CHECK ((status_reason IS NULL) = (status = 'ENABLED')),
  status_since timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  updated_at timestamptz NOT NULL,
  -- The five days of failures are counted from here at the earliest: it was made or enabled again.
  clock_from timestamptz NOT NULL,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- The first failure after the last success.
  failing_since timestamptz,
  -- How many notices of the present failure the owner got.
  told_stage smallint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX webhook_endpoint_by_organisation ON webhook_endpoint (organisation_id, created_at, endpoint_id);
CREATE INDEX webhook_endpoint_failing ON webhook_endpoint (failing_since)
  WHERE failing_since IS NOT NULL AND status = 'ENABLED';

CREATE TABLE webhook_secret (
  endpoint_id text NOT NULL REFERENCES webhook_endpoint (endpoint_id) ON DELETE CASCADE,
  number integer NOT NULL,
  -- An HMAC needs the secret itself; it is encrypted under the master key.
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null is the current one.
  valid_until timestamptz,
  PRIMARY KEY (endpoint_id, number)
);
CREATE UNIQUE INDEX webhook_secret_current ON webhook_secret (endpoint_id) WHERE valid_until IS NULL;

-- As many rows as deliveries may be under way to an endpoint: whoever sends holds one, so the limit is exact over all workers.
CREATE TABLE webhook_slot (
  endpoint_id text NOT NULL REFERENCES webhook_endpoint (endpoint_id) ON DELETE CASCADE,
  slot smallint NOT NULL,
  -- Free from then on.
  until timestamptz NOT NULL DEFAULT '-infinity',
  delivery_id text,
  attempt integer,
  PRIMARY KEY (endpoint_id, slot)
) WITH (fillfactor = 50);

-- Deliveries and attempts have no foreign keys: every event would lock the rows of its endpoints, on which workers write.
-- What an endpoint leaves behind when it is deleted is found by webhook_deleted and tidied away.
CREATE TABLE webhook_delivery (
  delivery_id text PRIMARY KEY,
  event_id text NOT NULL,
  endpoint_id text NOT NULL,
  organisation_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED', 'HELD')),
  -- Sent whatever the status of its endpoint: a ping.
  forced boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  next_attempt_at timestamptz CHECK ((next_attempt_at IS NOT NULL) = (status = 'PENDING')),
  -- While it is being sent; a worker that died lets it pass. In no index, so that a claim writes into none.
  lease_until timestamptz CHECK (lease_until IS NULL OR status = 'PENDING'),
  -- Place in the schedule; begins again with a replay.
  step smallint NOT NULL DEFAULT 0,
  -- Attempts begun so far. What was begun under a smaller number changes nothing any more.
  attempts integer NOT NULL DEFAULT 0,
  delivered_at timestamptz CHECK ((delivered_at IS NOT NULL) = (status = 'DELIVERED')),
  -- While it waits: by it what is due is found, in no other order than that of its one index, whatever the planner thinks.
  due_endpoint_id text GENERATED ALWAYS AS (CASE WHEN status = 'PENDING' THEN endpoint_id END) STORED,
  UNIQUE (event_id, endpoint_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
CREATE INDEX webhook_delivery_due ON webhook_delivery (due_endpoint_id, next_attempt_at)
  WHERE due_endpoint_id IS NOT NULL;
CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery (endpoint_id, created_at, delivery_id);
CREATE INDEX webhook_delivery_missed ON webhook_delivery (endpoint_id, status, created_at, delivery_id)
  WHERE status IN ('FAILED', 'HELD');

-- The same event to the same endpoint is always the same delivery.
CREATE FUNCTION webhook_delivery_id(event_id text, endpoint_id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT 'dlv_' || upper(substr(encode(sha256(convert_to(event_id || ' ' || endpoint_id, 'UTF8')), 'hex'), 1, 20)) $$;

CREATE TABLE webhook_attempt (
  delivery_id text NOT NULL,
  number integer NOT NULL,
  endpoint_id text NOT NULL,
  at timestamptz NOT NULL,
  duration_ms double precision NOT NULL CHECK (duration_ms >= 0),
  status smallint,
  -- Why it failed; null is a success.
  error text,
  -- The first 4 KiB of it.
  answer text,
  PRIMARY KEY (delivery_id, number)
);
CREATE INDEX webhook_attempt_by_endpoint ON webhook_attempt (endpoint_id, at);

CREATE TABLE webhook_deleted (
  endpoint_id text PRIMARY KEY,
  deleted_at timestamptz NOT NULL
);

-- What people of an organisation must be told, shown as a banner until it ends.
CREATE TABLE notice (
  notice_id text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text CHECK (environment IN ('sandbox', 'production')),
  kind text NOT NULL,
  -- What it is about.
  subject_id text NOT NULL,
  text text NOT NULL,
  at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX notice_by_time ON notice (organisation_id, at, notice_id);
CREATE INDEX notice_open ON notice (subject_id) WHERE ended_at IS NULL;

-- Up to which change of the catalogue the hotels of an environment were told, and how far within it.
CREATE TABLE hotels_told (
  environment text PRIMARY KEY CHECK (environment IN ('sandbox', 'production')),
  change_id bigint NOT NULL,
  hotel_id text NOT NULL DEFAULT ''
);

GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoint, webhook_secret, webhook_slot, webhook_delivery, webhook_attempt,
  webhook_deleted, notice, hotels_told TO serai_app;
