-- UCP Lodging: the platform that a key belongs to, booking sessions, and the answers to requests that may be repeated.

CREATE TABLE ucp_session (
  session_id text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  key_id text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- The expiry of the quote, or the time until which the outcome of the booking is known.
  expires_at timestamptz NOT NULL,
  -- COMPLETING: a booking may exist, and its state is the state of the session.
  state text NOT NULL CHECK (state IN ('QUOTED', 'COMPLETING', 'CANCELED')),
  -- Why the session ended without a booking.
  ended_because text CHECK (ended_because IN ('BY_PLATFORM', 'SOLD_OUT')),
  CHECK ((state = 'CANCELED') = (ended_because IS NOT NULL)),
  version int NOT NULL,
  -- Grows when a booking was rejected and the session was quoted again. Part of the client reference.
  attempt int NOT NULL,
  -- The quote as the platform has seen it. Contains no personal data.
  quoted json NOT NULL,
  -- Booker and guests, encrypted.
  people bytea NOT NULL
);
CREATE INDEX ucp_session_by_expiry ON ucp_session (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON ucp_session TO serai_app;
SELECT serai_protect('ucp_session');

CREATE TABLE ucp_request (
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  key_id text NOT NULL,
  idempotency_key text NOT NULL,
  -- A keyed hash of the operation, the session and the body.
  request_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- A request without an answer may be carried out again from this time on.
  claimed_until timestamptz NOT NULL,
  -- Fencing token: grows each time the request is carried out, so that an abandoned execution cannot store its answer.
  claim_number int NOT NULL,
  -- The quote of the session when the key was first used. The request may book no other quote, because the platform had not
  -- seen another price. Null if no response had shown the quote, and for requests that do not book.
  quote_id text,
  -- Null until the request was answered.
  session_id text,
  status int,
  -- The response, encrypted, because it contains the guests.
  answer bytea,
  PRIMARY KEY (organisation_id, environment, key_id, idempotency_key)
);
CREATE INDEX ucp_request_by_age ON ucp_request (created_at);
CREATE INDEX ucp_request_by_session ON ucp_request (session_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON ucp_request TO serai_app;
SELECT serai_protect('ucp_request');

-- Sessions contain guests, so they are erased with their booking. A session whose earlier attempt was rejected goes on, and
-- only its answers are deleted. Requests that may book stay, so that a repeated one still cannot book another quote.
CREATE FUNCTION erase_ucp_session() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  DELETE FROM ucp_session WHERE session_id = split_part(NEW.client_reference, '/', 1)
    AND organisation_id = NEW.organisation_id AND environment = NEW.environment
    AND NEW.client_reference = CASE attempt WHEN 1 THEN session_id ELSE session_id || '/' || attempt END;
  IF FOUND THEN
    DELETE FROM ucp_request WHERE session_id = split_part(NEW.client_reference, '/', 1)
      AND organisation_id = NEW.organisation_id AND environment = NEW.environment;
  ELSE
    UPDATE ucp_request SET answer = NULL WHERE session_id = split_part(NEW.client_reference, '/', 1)
      AND organisation_id = NEW.organisation_id AND environment = NEW.environment;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER booking_ucp_erased AFTER UPDATE ON booking
  FOR EACH ROW WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.client_reference LIKE 'ucs\_%')
  EXECUTE FUNCTION erase_ucp_session();

-- What the operator entered about the platform. Null for keys that do not use UCP. This comes last, because every request
-- reads its key, and none could while this migration waits for the lock on another table.
ALTER TABLE api_key ADD COLUMN ucp json;
