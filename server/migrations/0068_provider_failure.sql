-- Failed calls to providers, one by one, for the pages of the operator. Kept for a week.
CREATE TABLE provider_failure (
  id text PRIMARY KEY,
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  code text NOT NULL,
  at timestamptz NOT NULL,
  operation text NOT NULL,
  cause text NOT NULL,
  -- More than one if the row only counts calls. Then all following columns are null.
  calls integer NOT NULL CHECK (calls > 0),
  duration_ms integer,
  attempt integer,
  -- Null for bookings and cancellations.
  retry text CHECK (retry IN ('NONE', 'FAILED', 'SUCCEEDED')),
  -- The HTTP status. Null if there was no response.
  status integer,
  -- Shortened plain text without personal data and credentials. Null if the response had no text.
  words text,
  booking_id text,
  request_id text,
  -- Redacted messages. Null for calls of bookings, whose messages are encrypted in booking_exchange.
  exchanges json
);
CREATE INDEX provider_failure_by_provider ON provider_failure (environment, code, at, id);
CREATE INDEX provider_failure_by_age ON provider_failure (at);

-- Statements that are bound to a partner have no rights: the health of providers belongs to the operator.
GRANT SELECT, INSERT, DELETE ON provider_failure TO serai_app, serai_service;
