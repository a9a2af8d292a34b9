-- One row that is written twice a second while read replicas are configured. A replica that shows a beat has replayed
-- everything that was committed before it, so the beat measures its lag even if nothing else is written.

CREATE TABLE replica_beat (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Distinguishes a replica of this database from any other database.
  installation uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Every catalogue change with an earlier timestamp was committed before this row was.
  at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON replica_beat TO serai_app, serai_service;
GRANT SELECT ON replica_beat TO serai_scoped;
