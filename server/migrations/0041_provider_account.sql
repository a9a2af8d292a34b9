-- Accounts at suppliers. Their codes stay reserved, because bookings name the account that they were made with.

CREATE TABLE provider_account (
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  code text NOT NULL CHECK (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(code) <= 32),
  adapter text NOT NULL,
  settings json NOT NULL,
  -- By field: the value encrypted under the master key, its last characters, and when it was set. The encryption is bound to
  -- environment, code and field, so that a value cannot be moved to another account.
  credentials json NOT NULL,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (environment, code)
);
-- Nodes read the highest version several times a second.
CREATE SEQUENCE provider_account_version;
CREATE INDEX provider_account_by_version ON provider_account (version);

-- Statements that are bound to a partner have no rights: accounts belong to the operator.
GRANT SELECT, INSERT, UPDATE ON provider_account TO serai_app, serai_service;
GRANT USAGE ON SEQUENCE provider_account_version TO serai_app, serai_service;
