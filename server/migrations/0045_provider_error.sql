-- The last failed call to each provider, with the supplier's own words, for the health page.

CREATE TABLE provider_error (
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  code text NOT NULL,
  at timestamptz NOT NULL,
  operation text NOT NULL,
  cause text NOT NULL,
  -- The HTTP status. Null if there was no response.
  status integer,
  -- Shortened plain text without personal data and credentials. Null if the response had no text.
  words text,
  PRIMARY KEY (environment, code)
);

-- Statements that are bound to a partner have no rights: the health of providers belongs to the operator.
GRANT SELECT, INSERT, UPDATE ON provider_error TO serai_app, serai_service;
