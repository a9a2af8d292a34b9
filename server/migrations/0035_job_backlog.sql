-- Due jobs are found without a look at every organisation: by time until a runner has seen them, and by organisation from then on.

-- A runner has seen that the job is due and had no free slot for it.
ALTER TABLE job ADD COLUMN is_backlog boolean NOT NULL DEFAULT false;

CREATE INDEX job_waiting ON job ((coalesce(lease_until, run_at))) WHERE dead_at IS NULL AND NOT is_backlog;
CREATE INDEX job_backlog ON job ((coalesce(organisation_id, '')), (coalesce(lease_until, run_at)))
  WHERE dead_at IS NULL AND is_backlog;

-- A trigger, because nodes of the version before take jobs and put them off without knowing the column. Their jobs would stay in the
-- backlog until they are due again, and runners would read them with every pick.
CREATE FUNCTION leave_job_backlog() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.is_backlog := false;
  RETURN NEW;
END $$;

CREATE TRIGGER job_leaves_backlog BEFORE UPDATE OF lease_until, run_at ON job
  FOR EACH ROW
  WHEN (OLD.is_backlog AND coalesce(NEW.lease_until, NEW.run_at) > coalesce(OLD.lease_until, OLD.run_at))
  EXECUTE FUNCTION leave_job_backlog();
