-- Rooms that are sold from our own tables. A night is a calendar date at the property.

CREATE TABLE inventory_property (
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  hotel_id text NOT NULL,
  -- Rooms, plans, policies and charges, as files bring them.
  document json NOT NULL,
  -- Raised by every change of the document, of rates, and of rooms, sales and holds, in the transaction of the change: whoever
  -- has read what is newer than or as new as these numbers need not read again. Writers lock this row before all others.
  document_version bigint NOT NULL DEFAULT 1,
  rates_version bigint NOT NULL DEFAULT 1,
  rooms_version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (environment, hotel_id)
);

-- Rooms of a type in a night, for all plans together. Without a row there are none.
CREATE TABLE inventory_allotment (
  environment text NOT NULL,
  hotel_id text NOT NULL,
  night date NOT NULL,
  room_code text NOT NULL,
  total integer NOT NULL CHECK (total >= 0),
  sold integer NOT NULL DEFAULT 0 CHECK (sold >= 0),
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- By how much sales and holds exceed the total that was asked for; what becomes free reduces it first.
  excess integer NOT NULL DEFAULT 0 CHECK (excess >= 0),
  PRIMARY KEY (environment, hotel_id, night, room_code),
  FOREIGN KEY (environment, hotel_id) REFERENCES inventory_property (environment, hotel_id),
  CHECK (sold + held <= total)
);

-- What a plan asks for a room in a night. Each member is written alone; null is inherited from the parent, or not set.
CREATE TABLE inventory_rate (
  environment text NOT NULL,
  hotel_id text NOT NULL,
  night date NOT NULL,
  plan_code text NOT NULL,
  room_code text NOT NULL,
  -- Minor units of the property's currency, all of them.
  amount bigint CHECK (amount >= 0),
  by_adults jsonb,
  extra_adult bigint CHECK (extra_adult >= 0),
  children jsonb,
  stop_sell boolean,
  closed_to_arrival boolean,
  closed_to_departure boolean,
  min_stay_arrival smallint,
  min_stay_through smallint,
  max_stay smallint,
  min_advance smallint,
  max_advance smallint,
  PRIMARY KEY (environment, hotel_id, night, plan_code, room_code),
  FOREIGN KEY (environment, hotel_id) REFERENCES inventory_property (environment, hotel_id)
);

-- Rooms kept for a quote. They end by the database's clock; whoever writes next to the property takes them away.
CREATE TABLE inventory_hold (
  quote_id text PRIMARY KEY,
  environment text NOT NULL,
  hotel_id text NOT NULL,
  organisation_id text NOT NULL,
  check_in date NOT NULL,
  check_out date NOT NULL,
  -- A code for each room of the quote.
  room_codes text[] NOT NULL,
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (environment, hotel_id) REFERENCES inventory_property (environment, hotel_id)
);
CREATE INDEX inventory_hold_by_property ON inventory_hold (environment, hotel_id, expires_at);
CREATE INDEX inventory_hold_by_organisation ON inventory_hold (environment, organisation_id, expires_at);

CREATE TABLE inventory_booking (
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  -- Of whoever booked; never taken twice.
  reference text NOT NULL,
  supplier_ref text NOT NULL,
  state text NOT NULL CHECK (state IN ('BOOKED', 'CANCELLED')),
  hotel_id text NOT NULL,
  plan_code text NOT NULL,
  check_in date NOT NULL,
  check_out date NOT NULL,
  room_codes text[] NOT NULL,
  currency text NOT NULL,
  net_minor bigint NOT NULL CHECK (net_minor >= 0),
  -- From when on a cancellation costs how much, as moments.
  penalties json NOT NULL,
  created_at timestamptz NOT NULL,
  cancelled_at timestamptz,
  penalty_minor bigint CHECK (penalty_minor BETWEEN 0 AND net_minor),
  PRIMARY KEY (environment, reference),
  CHECK ((state = 'CANCELLED') = (cancelled_at IS NOT NULL))
);
CREATE INDEX inventory_booking_by_age ON inventory_booking (environment, created_at, reference);
CREATE INDEX inventory_booking_by_stay ON inventory_booking (environment, hotel_id, check_in);

-- The rooms of live bookings, night by night: what `sold` counts.
CREATE TABLE inventory_booking_night (
  environment text NOT NULL,
  reference text NOT NULL,
  hotel_id text NOT NULL,
  night date NOT NULL,
  room_code text NOT NULL,
  rooms integer NOT NULL CHECK (rooms > 0),
  PRIMARY KEY (environment, reference, night, room_code),
  FOREIGN KEY (environment, reference) REFERENCES inventory_booking (environment, reference)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON inventory_property, inventory_allotment, inventory_rate, inventory_hold,
  inventory_booking_night TO serai_app;
GRANT SELECT, INSERT, UPDATE ON inventory_booking TO serai_app;
