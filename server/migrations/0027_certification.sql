-- The sandbox: its self-certification, and its way back to empty.

CREATE TABLE certification (
  certification_id text PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation (id),
  started_by text NOT NULL,
  started_at timestamptz NOT NULL,
  -- Its runner lived then. One that was not seen for a while has lost it.
  seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Why it did not come to its end.
  problem text,
  key_id text,
  names text[] NOT NULL CHECK (cardinality(names) > 0),
  -- Of the scenarios that have ended, as they ended.
  results jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX certification_by_organisation ON certification (organisation_id, started_at, certification_id);
-- One at a time.
CREATE UNIQUE INDEX certification_running ON certification (organisation_id) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON certification TO serai_app;

-- The service may delete no booking. This is the one exception, and it reaches nothing but the sandbox of one organisation.
CREATE FUNCTION reset_sandbox(organisation text)
RETURNS TABLE (bookings integer, quotes integer, holds integer, events integer, deliveries integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  -- Whoever writes rooms locks their property first, and raises its version.
  PERFORM FROM inventory_property
  WHERE environment = 'sandbox' AND hotel_id IN (
    SELECT hotel_id FROM inventory_hold WHERE environment = 'sandbox' AND organisation_id = organisation
    UNION SELECT hotel_id FROM booking WHERE environment = 'sandbox' AND organisation_id = organisation)
  ORDER BY hotel_id FOR UPDATE;

  WITH gone AS (
    DELETE FROM inventory_hold WHERE environment = 'sandbox' AND organisation_id = organisation
    RETURNING hotel_id, check_in, check_out, room_codes
  ), freed AS (
    SELECT hotel_id, day::date AS night, room_code, count(*)::integer AS rooms
    FROM gone, unnest(room_codes) AS room_code, generate_series(check_in, check_out - 1, '1 day') AS day
    GROUP BY hotel_id, day, room_code
  ), given_back AS (
    UPDATE inventory_allotment AS cell
    SET held = held - rooms, total = total - least(excess, rooms), excess = excess - least(excess, rooms)
    FROM freed
    WHERE cell.environment = 'sandbox' AND cell.hotel_id = freed.hotel_id AND cell.night = freed.night
      AND cell.room_code = freed.room_code
  ), raised AS (
    UPDATE inventory_property SET rooms_version = rooms_version + 1
    WHERE environment = 'sandbox' AND hotel_id IN (SELECT hotel_id FROM gone)
  )
  SELECT count(*) INTO holds FROM gone;

  WITH gone AS (
    DELETE FROM inventory_booking_night AS filled USING booking
    WHERE booking.environment = 'sandbox' AND booking.organisation_id = organisation
      AND filled.environment = 'sandbox' AND filled.reference = substr(booking.booking_id, 5)
    RETURNING filled.hotel_id, filled.night, filled.room_code, filled.rooms
  ), freed AS (
    SELECT hotel_id, night, room_code, sum(gone.rooms)::integer AS rooms FROM gone GROUP BY hotel_id, night, room_code
  ), raised AS (
    UPDATE inventory_property SET rooms_version = rooms_version + 1
    WHERE environment = 'sandbox' AND hotel_id IN (SELECT hotel_id FROM gone)
  )
  UPDATE inventory_allotment AS cell
  SET sold = sold - rooms, total = total - least(excess, rooms), excess = excess - least(excess, rooms)
  FROM freed
  WHERE cell.environment = 'sandbox' AND cell.hotel_id = freed.hotel_id AND cell.night = freed.night
    AND cell.room_code = freed.room_code;
  DELETE FROM inventory_booking USING booking
  WHERE booking.environment = 'sandbox' AND booking.organisation_id = organisation
    AND inventory_booking.environment = 'sandbox' AND inventory_booking.reference = substr(booking.booking_id, 5);
  DELETE FROM test_reservation USING booking
  WHERE booking.environment = 'sandbox' AND booking.organisation_id = organisation
    AND test_reservation.reference = substr(booking.booking_id, 5);

  DELETE FROM job USING booking
  WHERE booking.environment = 'sandbox' AND booking.organisation_id = organisation
    AND job.kind LIKE 'booking.%' AND job.key = booking.booking_id;
  DELETE FROM booking_attempt USING booking
  WHERE booking.environment = 'sandbox' AND booking.organisation_id = organisation
    AND booking_attempt.booking_id = booking.booking_id;
  DELETE FROM booking_exchange USING booking
  WHERE booking.environment = 'sandbox' AND booking.organisation_id = organisation
    AND booking_exchange.booking_id = booking.booking_id;
  DELETE FROM booking_history USING booking
  WHERE booking.environment = 'sandbox' AND booking.organisation_id = organisation
    AND booking_history.booking_id = booking.booking_id;
  DELETE FROM booking WHERE environment = 'sandbox' AND organisation_id = organisation;
  GET DIAGNOSTICS bookings = ROW_COUNT;
  DELETE FROM idempotency_key WHERE environment = 'sandbox' AND organisation_id = organisation;
  DELETE FROM quote WHERE environment = 'sandbox' AND organisation_id = organisation;
  GET DIAGNOSTICS quotes = ROW_COUNT;

  -- By their endpoints: what was left behind by deleted ones is tidied away anyway.
  DELETE FROM webhook_attempt USING webhook_endpoint
  WHERE webhook_endpoint.environment = 'sandbox' AND webhook_endpoint.organisation_id = organisation
    AND webhook_attempt.endpoint_id = webhook_endpoint.endpoint_id;
  DELETE FROM webhook_delivery USING webhook_endpoint
  WHERE webhook_endpoint.environment = 'sandbox' AND webhook_endpoint.organisation_id = organisation
    AND webhook_delivery.endpoint_id = webhook_endpoint.endpoint_id;
  GET DIAGNOSTICS deliveries = ROW_COUNT;
  DELETE FROM outbox_event WHERE environment = 'sandbox' AND organisation_id = organisation;
  GET DIAGNOSTICS events = ROW_COUNT;
  RETURN NEXT;
END $$;

REVOKE ALL ON FUNCTION reset_sandbox(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reset_sandbox(text) TO serai_app;
