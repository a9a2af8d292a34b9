-- What makes billing safe to repeat: when a run was first tried, and the references of adjustments.

-- The day of the first try, in the time zone of the operator. A partner with an error keeps a run waiting for a week from
-- that day, even if the first try was late.
CREATE TABLE billing_run_start (
  kind text NOT NULL CHECK (kind IN ('STATEMENTS', 'REMINDERS')),
  period text NOT NULL,
  started_on date NOT NULL,
  PRIMARY KEY (kind, period)
);
-- Statements that are bound to a partner have no rights: a run concerns all partners.
GRANT SELECT, INSERT ON billing_run_start TO serai_app, serai_service;

-- An adjustment that is entered twice with the same reference is recorded once. Only payments have their reference in the
-- ledger, where its check and its index expect no other.
CREATE TABLE adjustment_reference (
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  external_reference text NOT NULL,
  posting_id text NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, environment, external_reference),
  UNIQUE (organisation_id, environment, posting_id)
);
GRANT SELECT, INSERT ON adjustment_reference TO serai_app;
SELECT serai_protect('adjustment_reference');
