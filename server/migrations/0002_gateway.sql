-- What the gateway keeps: signing keys, counters, nodes, the request log and usage.

-- A key signs from use_from until the next key does; see signing-schedule.ts for how long it stays published.
CREATE TABLE signing_key (
  kid text PRIMARY KEY,
  public_key jsonb NOT NULL,
  private_key_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  use_from timestamptz NOT NULL
);

-- Counters of the in-memory limiter, so that a restart forgets at most ten seconds.
CREATE TABLE limiter_snapshot (
  key_id text PRIMARY KEY,
  taken_at timestamptz NOT NULL,
  state bytea NOT NULL
);
CREATE INDEX limiter_snapshot_by_time ON limiter_snapshot (taken_at);

-- One row a running process; a row not seen for a while is dead.
CREATE TABLE node (
  id text PRIMARY KEY,
  role text NOT NULL,
  version text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE request_log (
  id text NOT NULL,
  at timestamptz NOT NULL,
  request_id text NOT NULL,
  organisation_id text NOT NULL,
  environment text NOT NULL,
  key_id text NOT NULL,
  secret_id text,
  address text,
  operation text,
  path text NOT NULL,
  status smallint NOT NULL,
  code text,
  reason text,
  bytes_in integer NOT NULL,
  bytes_out integer NOT NULL,
  total_us integer NOT NULL,
  backend_us integer,
  provider_us integer,
  remaining_minute integer,
  remaining_hour integer,
  remaining_day integer,
  client_version text,
  user_agent text,
  idempotency_key text,
  booking_id text,
  resent smallint NOT NULL DEFAULT 0,
  request_body jsonb,
  response_body jsonb,
  PRIMARY KEY (at, id)
) PARTITION BY RANGE (at);
CREATE INDEX request_log_by_organisation ON request_log (organisation_id, environment, at DESC, id DESC);
CREATE INDEX request_log_by_request_id ON request_log (request_id);
CREATE INDEX request_log_by_booking ON request_log (booking_id) WHERE booking_id IS NOT NULL;

-- Partitions are made and dropped by the owner's functions: the application itself may not change tables.
CREATE FUNCTION ensure_request_log_day(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  partition text := 'request_log_' || to_char(day, 'YYYYMMDD');
BEGIN
  IF to_regclass(format('public.%I', partition)) IS NULL THEN
    -- Two nodes may come here at once; the loser of the race finds the table made.
    PERFORM pg_advisory_xact_lock(hashtext('serai request_log partitions'));
    IF to_regclass(format('public.%I', partition)) IS NULL THEN
      EXECUTE format('CREATE TABLE public.%I PARTITION OF public.request_log FOR VALUES FROM (%L) TO (%L)',
        partition, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
    END IF;
  END IF;
END $$;

CREATE FUNCTION drop_request_log_before(day date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  partition record;
  dropped integer := 0;
BEGIN
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'public.request_log'::regclass
      AND c.relname ~ '^request_log_\d{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD') < day
  LOOP
    EXECUTE format('DROP TABLE public.%I', partition.relname);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

REVOKE ALL ON FUNCTION ensure_request_log_day(date), drop_request_log_before(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ensure_request_log_day(date), drop_request_log_before(date) TO serai_app;

-- Counted apart from the log, so that a dropped log row loses no usage.
CREATE TABLE usage_minute (
  key_id text NOT NULL,
  minute timestamptz NOT NULL,
  operation text NOT NULL,
  status_class smallint NOT NULL,
  organisation_id text NOT NULL,
  environment text NOT NULL,
  requests bigint NOT NULL,
  limited bigint NOT NULL,
  total_us bigint NOT NULL,
  PRIMARY KEY (key_id, minute, operation, status_class)
);
CREATE INDEX usage_minute_by_organisation ON usage_minute (organisation_id, environment, minute);

GRANT SELECT, INSERT, DELETE ON signing_key TO serai_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON limiter_snapshot, node, usage_minute TO serai_app;
GRANT SELECT, INSERT ON request_log TO serai_app;
