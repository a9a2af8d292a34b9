-- Reservations that a provider holds under a reference of ours which no booking has: an operator is told of each once.
CREATE TABLE orphan_reservation (
  provider text NOT NULL,
  test_mode boolean NOT NULL,
  -- The part of a booking's id that suppliers get.
  reference text NOT NULL,
  supplier_ref text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (provider, test_mode, reference)
);
GRANT SELECT, INSERT ON orphan_reservation TO serai_app;

-- Sorted by it, bookings that cannot be cancelled free of charge come last: they are read from the same index.
DROP INDEX booking_by_deadline;
CREATE INDEX booking_by_deadline ON booking (organisation_id, environment, free_cancellation_until, booking_id);
