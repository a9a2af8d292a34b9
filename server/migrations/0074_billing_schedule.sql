-- Statements and reminders that are sent automatically.

-- Set only in the row of the operator. Null while it is off.
ALTER TABLE organisation
  -- Day of the following month on which statements are closed and sent.
  ADD COLUMN statements_day smallint CHECK (statements_day BETWEEN 1 AND 28),
  -- The day on which this was turned on. Only later runs are made.
  ADD COLUMN statements_since date,
  -- Days after the due date on which a reminder is sent.
  ADD COLUMN reminder_days smallint CHECK (reminder_days BETWEEN 1 AND 60),
  ADD COLUMN reminders_since date;

-- What each run did. A row is written when the run is finished, so that an interrupted run is made again.
CREATE TABLE billing_run (
  kind text NOT NULL CHECK (kind IN ('STATEMENTS', 'REMINDERS')),
  -- The month of the statements, or the day of the reminders.
  period text NOT NULL,
  -- The day of the run in the time zone of the operator.
  run_on date NOT NULL,
  finished_at timestamptz NOT NULL,
  -- The outcome for each partner.
  mails jsonb NOT NULL,
  PRIMARY KEY (kind, period)
);
-- Statements that are bound to a partner have no rights: a run concerns all partners.
GRANT SELECT, INSERT ON billing_run TO serai_app, serai_service;
