-- After a restore the service knows less than its providers: it is compared with them before it books again.

CREATE TABLE recovery (
  recovery_id text PRIMARY KEY,
  -- The moment that was restored.
  backup_at timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- The service, when all was compared; or an operator, who did not wait for it.
  finished_by text CHECK (finished_by IN ('SERVICE', 'OPERATOR')),
  CHECK ((finished_at IS NULL) = (finished_by IS NULL))
);
CREATE UNIQUE INDEX recovery_open ON recovery ((true)) WHERE finished_at IS NULL;

CREATE TABLE recovery_provider (
  recovery_id text NOT NULL REFERENCES recovery (recovery_id),
  provider text NOT NULL,
  test_mode boolean NOT NULL,
  -- Reservations that were made there until then are compared.
  swept_to timestamptz,
  -- Bookings up to this one were looked up there.
  looked_up_to text NOT NULL DEFAULT '',
  -- Bookings that were made anew from the log of attempts, and those that were found changed.
  recreated integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  -- Lookups that failed; the bookings are looked at again by their jobs.
  unclear integer NOT NULL DEFAULT 0,
  -- What keeps it from being compared.
  problem text,
  compared_at timestamptz,
  PRIMARY KEY (recovery_id, provider, test_mode)
);

GRANT SELECT, INSERT, UPDATE ON recovery, recovery_provider TO serai_app, serai_service;
GRANT SELECT ON recovery TO serai_scoped;
