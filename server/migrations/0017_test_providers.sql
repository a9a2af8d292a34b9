-- What the test providers hold. They stand for outside companies: nothing of ours refers to these rows.
CREATE TABLE test_reservation (
  provider text NOT NULL,
  -- As the company that asks knows it; it is never taken twice.
  reference text NOT NULL,
  supplier_ref text NOT NULL,
  -- As taken. What becomes of it later follows from the scenario and the time.
  state text NOT NULL CHECK (state IN ('BOOKED', 'ON_REQUEST')),
  scenario text,
  hotel_id text NOT NULL,
  check_in date NOT NULL,
  check_out date NOT NULL,
  currency text NOT NULL,
  net_minor bigint NOT NULL,
  created_at timestamptz NOT NULL,
  -- By whoever booked.
  cancelled_at timestamptz,
  PRIMARY KEY (provider, reference)
);
CREATE INDEX test_reservation_by_age ON test_reservation (provider, created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON test_reservation TO serai_app;
