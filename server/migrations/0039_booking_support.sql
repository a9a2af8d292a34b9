-- Data for support: the key and the request that made a booking, and staff notes. Also mails and password resets.

-- Null for older bookings, and for bookings that nodes of the previous version make during an upgrade.
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

-- Mails that are waiting to be sent. Keys are unique, so that no mail is sent twice.
CREATE TABLE mail_outbox (
  mail_id text PRIMARY KEY,
  key text NOT NULL UNIQUE,
  kind text NOT NULL,
  -- Recipient, subject and text, encrypted: mails contain one-time links and names. Null once the mail has been sent or
  -- has failed permanently.
  sealed bytea,
  created_at timestamptz NOT NULL DEFAULT serai_now(),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT serai_now(),
  sent_at timestamptz,
  gave_up_at timestamptz,
  last_error text
);
CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX mail_outbox_by_time ON mail_outbox (created_at);
-- Statements bound to a partner can only add mails. The service reads and sends them.
GRANT INSERT ON mail_outbox TO serai_scoped;
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_outbox TO serai_app, serai_service;

-- Records what has been reported by mail, so that it is reported only once.
CREATE TABLE mail_told (
  kind text NOT NULL,
  subject_id text NOT NULL,
  at timestamptz NOT NULL DEFAULT serai_now(),
  PRIMARY KEY (kind, subject_id)
);
GRANT SELECT, INSERT, DELETE ON mail_told TO serai_app, serai_service;

-- One-time tokens of people who forgot their password.
CREATE TABLE password_reset (
  token_hash bytea PRIMARY KEY,
  person_id text NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_reset_by_person ON password_reset (person_id);
GRANT SELECT, INSERT, DELETE ON password_reset TO serai_app, serai_service;
