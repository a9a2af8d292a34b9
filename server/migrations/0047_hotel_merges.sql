-- Catalogue hotels that a person merged into another, because both are the same. Rows are added, and an undo completes its row.
CREATE TABLE hotel_merge (
  merge_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  hotel_id text NOT NULL,
  into_id text NOT NULL CHECK (into_id <> hotel_id),
  merged_by text NOT NULL,
  merged_at timestamptz NOT NULL,
  -- The mapping decisions that moved the hotels of providers. An undo restores what was in force before them.
  decision_ids bigint[] NOT NULL,
  undone_by text,
  undone_at timestamptz,
  CHECK ((undone_by IS NULL) = (undone_at IS NULL))
);
CREATE INDEX hotel_merge_by_time ON hotel_merge (environment, merge_id DESC);
CREATE INDEX provider_hotel_by_hotel ON provider_hotel (environment, hotel_id);

-- Statements that are bound to a partner have no rights: the catalogue belongs to the operator.
GRANT SELECT, INSERT, UPDATE ON hotel_merge TO serai_app, serai_service;
