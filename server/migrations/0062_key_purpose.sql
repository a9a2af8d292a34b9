-- Keys that Serai creates for itself: to try an operation in the dashboard, and for a certification. They are left out
-- of lists, usage and errors.
ALTER TABLE api_key ADD COLUMN purpose text NOT NULL DEFAULT 'CLIENT'
  CONSTRAINT api_key_purpose_check CHECK (purpose IN ('CLIENT', 'TRY', 'CERTIFICATION'));

-- Reads of the request log look up these few keys.
CREATE INDEX api_key_own ON api_key (id) WHERE purpose <> 'CLIENT';

-- Deletes the keys of Serai itself once the request log no longer contains their requests. The service may not delete
-- keys otherwise.
CREATE FUNCTION delete_own_keys_before(day date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  deleted integer;
BEGIN
  DELETE FROM api_key WHERE purpose <> 'CLIENT' AND expires_at < day::timestamp AT TIME ZONE 'UTC';
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;

REVOKE ALL ON FUNCTION delete_own_keys_before(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_own_keys_before(date) TO serai_app, serai_service;

-- Keys of earlier certifications. Last, because tables cannot be altered after the deferred trigger of api_key was queued.
UPDATE api_key k SET purpose = 'CERTIFICATION' FROM certification c
  WHERE c.key_id = k.id AND (k.status = 'REVOKED' OR k.expires_at <= now() + interval '1 hour');
