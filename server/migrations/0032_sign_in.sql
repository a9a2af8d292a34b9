-- A session is accepted on the host it was opened on. NULL: opened before this migration, accepted on any.
ALTER TABLE operator_session ADD COLUMN host text;

-- Wrong codes from known devices and open sessions are counted separately: wrong codes from elsewhere do not lock them out.
ALTER TABLE person_second_factor
  ADD COLUMN known_failed_count integer NOT NULL DEFAULT 0,
  ADD COLUMN known_locked_until timestamptz;
