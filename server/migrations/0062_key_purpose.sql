-- Keys that Serai creates for itself: to try an operation in the dashboard, and for a certification. They are left out
-- of lists, usage and errors.
ALTER TABLE api_key ADD COLUMN purpose text NOT NULL DEFAULT 'CLIENT'
  CONSTRAINT api_key_purpose_check CHECK (purpose IN ('CLIENT', 'TRY', 'CERTIFICATION'));

-- Reads of the request log look up these few keys.
CREATE INDEX api_key_own ON api_key (id) WHERE purpose <> 'CLIENT';
