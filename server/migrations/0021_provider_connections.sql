-- What an organisation changed about a provider. One without a row is as it comes with the service: connected and in use.
CREATE TABLE provider_connection (
  organisation_id text NOT NULL REFERENCES organisation (id),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  -- As partners see it.
  code text NOT NULL,
  name text NOT NULL,
  -- While false it gets neither searches nor quotes nor bookings; those it holds are served as ever.
  enabled boolean NOT NULL,
  preference integer NOT NULL CHECK (preference BETWEEN 0 AND 1000),
  -- Longest wait for a search or a quote; null is the provider's own limit.
  timeout_ms integer CHECK (timeout_ms > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, environment, code)
);
GRANT SELECT, INSERT, UPDATE ON provider_connection TO serai_app;
