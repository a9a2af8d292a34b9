-- People who operate an installation: accounts, memberships, invitations, and what their sessions remember.

-- Rows of these three tables are written through the authentication library. Passwords are argon2id; secrets and backup
-- codes are encrypted under a key derived from the master key.
CREATE TABLE person (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE person_credential (
  id text PRIMARY KEY,
  person_id text NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  provider_id text NOT NULL,
  account_id text NOT NULL,
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (person_id, provider_id)
);

CREATE TABLE person_second_factor (
  id text PRIMARY KEY,
  person_id text NOT NULL UNIQUE REFERENCES person (id) ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  -- False until the first right code.
  verified boolean NOT NULL DEFAULT false,
  failed_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz
);

-- Codes of an authenticator that were accepted a moment ago, so that none is accepted twice.
CREATE TABLE person_used_code (
  person_id text NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, code_hash)
);

-- Without a person as long as the invitation was not accepted.
CREATE TABLE member (
  id text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  person_id text REFERENCES person (id) ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  -- What the organisation calls them, where it differs from what they call themselves.
  name text,
  role text NOT NULL CHECK (role IN ('read-only', 'developer', 'admin', 'owner')),
  created_at timestamptz NOT NULL,
  last_sign_in_at timestamptz,
  UNIQUE (organisation_id, email),
  UNIQUE (organisation_id, person_id)
);
CREATE INDEX member_by_person ON member (person_id) WHERE person_id IS NOT NULL;

-- A link with a member is an invitation.
ALTER TABLE sign_in_link ADD COLUMN member_id text REFERENCES member (id) ON DELETE CASCADE;
CREATE INDEX sign_in_link_by_member ON sign_in_link (member_id) WHERE member_id IS NOT NULL;

-- The role of a person is read from their membership; only a session of a one-time link has its own.
ALTER TABLE operator_session
  ADD COLUMN id text,
  ADD COLUMN person_id text REFERENCES person (id) ON DELETE CASCADE,
  ADD COLUMN confirmed_at timestamptz,
  ADD COLUMN address text,
  ADD COLUMN user_agent text,
  -- The token that the present one replaced, good for requests that were under way.
  ADD COLUMN previous_hash bytea,
  ADD COLUMN rotated_at timestamptz,
  ALTER COLUMN role DROP NOT NULL;
UPDATE operator_session SET id = 'ses_' || encode(substring(sha256(token_hash) FROM 1 FOR 10), 'hex');
ALTER TABLE operator_session
  ALTER COLUMN id SET NOT NULL,
  ADD CONSTRAINT operator_session_id_key UNIQUE (id),
  ADD CONSTRAINT operator_session_role_of_link CHECK ((role IS NULL) = (person_id IS NOT NULL));
CREATE INDEX operator_session_by_previous ON operator_session (previous_hash) WHERE previous_hash IS NOT NULL;
CREATE INDEX operator_session_by_organisation ON operator_session (organisation_id, created_at, id);
CREATE INDEX operator_session_by_person ON operator_session (person_id, created_at, id) WHERE person_id IS NOT NULL;

-- Which organisation calls with an operator token act in; the first one where there is no row.
CREATE TABLE operator_token_selection (
  token_hash bytea PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id)
);

ALTER TABLE organisation
  ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false,
  ADD COLUMN max_key_lifetime_days integer CHECK (max_key_lifetime_days BETWEEN 1 AND 3650);

GRANT SELECT, INSERT, UPDATE, DELETE
  ON person, person_credential, person_second_factor, person_used_code, member, operator_token_selection TO serai_app;
