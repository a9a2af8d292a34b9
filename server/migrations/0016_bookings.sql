-- Quotes and bookings.

-- What a request takes when it does not say.
ALTER TABLE organisation
  ADD COLUMN default_nationality text NOT NULL DEFAULT 'ES' CHECK (default_nationality ~ '^[A-Z]{2}$'),
  ADD COLUMN default_currency text NOT NULL DEFAULT 'EUR' CHECK (default_currency ~ '^[A-Z]{3}$'),
  ADD COLUMN default_language text NOT NULL DEFAULT 'en';

-- One dated table of rates for each environment; the newest counts.
CREATE TABLE exchange_rate (
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  as_of timestamptz NOT NULL,
  base text NOT NULL CHECK (base ~ '^[A-Z]{3}$'),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Units of `currency` for one of `base`.
  rate numeric(24, 12) NOT NULL CHECK (rate > 0),
  PRIMARY KEY (environment, as_of, base, currency)
);

CREATE TABLE quote (
  quote_id text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  test_mode boolean NOT NULL,
  provider text NOT NULL,
  hotel_id text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_by text,
  status text NOT NULL CHECK (status IN ('AVAILABLE', 'PRICE_CHANGED', 'TERMS_CHANGED')),
  terms_hash text NOT NULL,
  currency text NOT NULL,
  net_minor bigint NOT NULL CHECK (net_minor >= 0),
  -- What the supplier will be asked for, in its own currency.
  supplier_currency text NOT NULL,
  supplier_net_minor bigint NOT NULL CHECK (supplier_net_minor >= 0),
  inventory_held boolean NOT NULL,
  -- Stay, market, requirements, the hotel and the offer as shown.
  content json NOT NULL,
  -- The supplier's tokens.
  tokens text NOT NULL
);
CREATE INDEX quote_by_expiry ON quote (expires_at);

CREATE TABLE booking (
  booking_id text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  test_mode boolean NOT NULL,
  client_reference text NOT NULL,
  -- Of the request, so that the same one again is told from another.
  fingerprint bytea NOT NULL,
  quote_id text NOT NULL UNIQUE,
  provider text NOT NULL,
  supplier_ref text,
  hotel_confirmation text,
  status text NOT NULL CHECK (status IN ('PENDING', 'ON_REQUEST', 'CONFIRMED', 'REJECTED', 'CANCEL_PENDING',
    'CANCELLED', 'COMPLETED', 'NO_SHOW')),
  status_reason text,
  version integer NOT NULL CHECK (version > 0),
  needs_attention boolean NOT NULL DEFAULT false,
  hotel_id text NOT NULL,
  check_in date NOT NULL,
  check_out date NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  free_cancellation_until timestamptz,
  currency text NOT NULL,
  net_minor bigint NOT NULL CHECK (net_minor >= 0),
  supplier_currency text NOT NULL,
  supplier_net_minor bigint NOT NULL CHECK (supplier_net_minor >= 0),
  -- What the cancellation cost.
  penalty_minor bigint CHECK (penalty_minor BETWEEN 0 AND net_minor),
  -- Stay, market, hotel and offer as booked; never changed, names nobody.
  content json NOT NULL,
  -- A cancellation that was asked for: when it arrived, its penalty then, the highest to accept.
  cancel_intent json,
  -- While the outcome is open: since when, what the checks found, when the next is due and when a person takes over.
  resolution json,
  -- People and their words, sealed with a key of their own; without the key nobody can read them any more.
  people bytea NOT NULL,
  people_key bytea,
  -- Finds a holder's last name without storing it in the clear.
  holder_mark bytea,
  erased_at timestamptz,
  UNIQUE (organisation_id, environment, client_reference)
);
CREATE INDEX booking_by_created ON booking (organisation_id, environment, created_at, booking_id);
CREATE INDEX booking_by_updated ON booking (organisation_id, environment, updated_at, booking_id);
CREATE INDEX booking_by_check_in ON booking (organisation_id, environment, check_in, booking_id);
CREATE INDEX booking_by_check_out ON booking (organisation_id, environment, check_out, booking_id);
CREATE INDEX booking_by_deadline ON booking (organisation_id, environment, free_cancellation_until, booking_id)
  WHERE free_cancellation_until IS NOT NULL;
CREATE INDEX booking_in_need ON booking (organisation_id, environment, updated_at, booking_id) WHERE needs_attention;
CREATE INDEX booking_by_holder ON booking (organisation_id, environment, holder_mark) WHERE holder_mark IS NOT NULL;
CREATE INDEX booking_by_supplier_ref ON booking (provider, supplier_ref) WHERE supplier_ref IS NOT NULL;
CREATE INDEX booking_by_stay_end ON booking (check_out) WHERE status = 'CONFIRMED';

-- One row for each version.
CREATE TABLE booking_history (
  booking_id text NOT NULL REFERENCES booking (booking_id),
  version integer NOT NULL,
  at timestamptz NOT NULL,
  event text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('CLIENT', 'PROVIDER', 'SERVICE', 'OPERATOR')),
  from_status text,
  to_status text NOT NULL,
  reason text,
  -- Evidence of an operator's decision, request id, what differed.
  note json,
  PRIMARY KEY (booking_id, version)
);

-- The journal: a row is on disk before its call leaves.
CREATE TABLE booking_attempt (
  booking_id text NOT NULL REFERENCES booking (booking_id),
  number integer NOT NULL,
  operation text NOT NULL CHECK (operation IN ('book', 'cancel')),
  provider text NOT NULL,
  started_at timestamptz NOT NULL,
  -- After it an attempt without a result counts as an unknown outcome.
  lease_until timestamptz NOT NULL,
  -- Raised by whoever takes the outcome over; a later result of an older one changes nothing.
  fence integer NOT NULL DEFAULT 1,
  finished_at timestamptz,
  outcome text,
  PRIMARY KEY (booking_id, number)
);

-- Exchanges with the provider, sealed with the key of the booking's people.
CREATE TABLE booking_exchange (
  booking_id text NOT NULL REFERENCES booking (booking_id),
  number integer NOT NULL,
  at timestamptz NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (booking_id, number)
);

CREATE TABLE idempotency_key (
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  key text NOT NULL,
  operation text NOT NULL,
  fingerprint bytea NOT NULL,
  booking_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, environment, key)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key (created_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON exchange_rate, quote, idempotency_key TO serai_app;
GRANT SELECT, INSERT, UPDATE ON booking, booking_attempt TO serai_app;
GRANT SELECT, INSERT ON booking_history, booking_exchange TO serai_app;
