-- How long requests took, and usage by the hour.

-- Requests by how long they took: a count for each band, the shortest first, as far as there are any. The bounds of the
-- bands stand in latency-bands.ts. Two such lists of any length are added place by place.
CREATE FUNCTION add_counts(a integer[], b integer[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT coalesce(of_a, 0) + coalesce(of_b, 0) FROM unnest(a, b) WITH ORDINALITY AS band (of_a, of_b, place) ORDER BY place);

ALTER TABLE usage_minute ADD COLUMN latency integer[] NOT NULL DEFAULT '{}';

-- The same counts as usage_minute holds, written with them: a month by the minute is too much to add up for a page.
CREATE TABLE usage_hour (
  key_id text NOT NULL,
  hour timestamptz NOT NULL,
  operation text NOT NULL,
  status_class smallint NOT NULL,
  organisation_id text NOT NULL,
  environment text NOT NULL,
  requests bigint NOT NULL,
  limited bigint NOT NULL,
  total_us bigint NOT NULL,
  latency integer[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (key_id, hour, operation, status_class)
);
CREATE INDEX usage_hour_by_organisation ON usage_hour (organisation_id, environment, hour);

INSERT INTO usage_hour (key_id, hour, operation, status_class, organisation_id, environment, requests, limited, total_us)
SELECT key_id, date_trunc('hour', minute, 'UTC'), operation, status_class, min(organisation_id), min(environment),
  sum(requests), sum(limited), sum(total_us)
FROM usage_minute GROUP BY 1, 2, 3, 4;

GRANT SELECT, INSERT, UPDATE, DELETE ON usage_hour TO serai_app;

-- Errors are few among many requests; so are bookings. What is counted stands in the indexes: rows with bodies are large.
CREATE INDEX request_log_errors ON request_log (organisation_id, environment, at DESC, id DESC)
  INCLUDE (key_id, operation, code) WHERE code IS NOT NULL;
CREATE INDEX request_log_booked ON request_log (organisation_id, environment, at DESC, id DESC)
  INCLUDE (key_id, booking_id, status) WHERE operation = 'booking' AND booking_id IS NOT NULL;
CREATE INDEX request_log_by_key ON request_log (key_id, at DESC, id DESC) INCLUDE (address, client_version, status);
