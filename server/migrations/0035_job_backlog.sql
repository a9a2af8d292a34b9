-- Due jobs are found without a look at every organisation: by time until a runner has seen them, and by organisation from then on.

-- A runner has seen that the job is due and had no free slot for it.
ALTER TABLE job ADD COLUMN is_backlog boolean NOT NULL DEFAULT false;

CREATE INDEX job_waiting ON job ((coalesce(lease_until, run_at))) WHERE dead_at IS NULL AND NOT is_backlog;
CREATE INDEX job_backlog ON job ((coalesce(organisation_id, '')), (coalesce(lease_until, run_at)))
  WHERE dead_at IS NULL AND is_backlog;
