-- What support needs to know about a booking: the key and the request that made it, and notes of the staff.

-- Null for bookings from before, and for those that nodes of the previous version make during an upgrade.
ALTER TABLE booking ADD COLUMN key_id text, ADD COLUMN request_id text;

CREATE TABLE booking_note (
  note_id text PRIMARY KEY,
  organisation_id text NOT NULL,
  environment text NOT NULL,
  booking_id text NOT NULL REFERENCES booking ON DELETE CASCADE,
  at timestamptz NOT NULL,
  author text NOT NULL,
  -- Encrypted with the key of the booking's personal data, so that an erasure makes it unreadable.
  text text
);
CREATE INDEX booking_note_by_booking ON booking_note (booking_id, at);
GRANT SELECT, INSERT, DELETE ON booking_note TO serai_app;
SELECT serai_protect('booking_note');
