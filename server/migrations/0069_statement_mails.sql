-- Emails with a closed statement, and reminders to pay it. Rows are only added, until the outcome of their email is known.
CREATE TABLE statement_mail (
  statement_id text NOT NULL REFERENCES statement (statement_id) ON DELETE CASCADE,
  -- Counts the emails about a statement.
  number integer NOT NULL,
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  kind text NOT NULL CHECK (kind IN ('STATEMENT', 'REMINDER')),
  address text NOT NULL,
  asked_at timestamptz NOT NULL,
  asked_by text NOT NULL,
  sent_at timestamptz,
  failed_at timestamptz,
  PRIMARY KEY (organisation_id, statement_id, number)
);
CREATE INDEX statement_mail_by_statement ON statement_mail (statement_id, kind, number);

GRANT SELECT, INSERT ON statement_mail TO serai_app;
SELECT serai_protect('statement_mail');
-- The job that sends the emails records what became of them.
GRANT UPDATE (sent_at, failed_at) ON statement_mail TO serai_app, serai_service;

-- Last, because bookings wait for this lock.
-- The day on which a payment was received. Null for other entries, and for payments from before this migration.
ALTER TABLE ledger_entry ADD COLUMN received_on date;
