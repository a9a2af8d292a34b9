-- How people reach the operator interface: one-time links and the sessions they open.
-- Both are kept as SHA-256 of a random token; a copy of the database opens no session.

CREATE TABLE sign_in_link (
  token_hash bytea PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  role text NOT NULL CHECK (role IN ('read-only', 'developer', 'admin', 'owner')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE TABLE operator_session (
  token_hash bytea PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  actor text NOT NULL,
  role text NOT NULL CHECK (role IN ('read-only', 'developer', 'admin', 'owner')),
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_link, operator_session TO serai_app;
