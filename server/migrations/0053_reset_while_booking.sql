-- A sandbox can be reset while bookings are made in it.

CREATE OR REPLACE FUNCTION empty_sandbox(organisation text)
 RETURNS TABLE(bookings integer, quotes integer, holds integer, events integer, deliveries integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $$
DECLARE
  doomed text[];
BEGIN
  -- Whoever writes rooms locks their property first, and raises its version.
  PERFORM FROM inventory_property
  WHERE environment = 'sandbox' AND hotel_id IN (
    SELECT hotel_id FROM inventory_hold WHERE environment = 'sandbox' AND organisation_id = organisation
    UNION SELECT hotel_id FROM booking WHERE environment = 'sandbox' AND organisation_id = organisation)
  ORDER BY hotel_id FOR UPDATE;
  -- The locks keep other transactions from adding rows to these bookings. Later bookings are kept.
  doomed := ARRAY(
    SELECT booking_id FROM booking WHERE environment = 'sandbox' AND organisation_id = organisation
    ORDER BY booking_id FOR UPDATE);

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
    DELETE FROM inventory_booking_night AS filled USING unnest(doomed) AS booking_id
    WHERE filled.environment = 'sandbox' AND filled.reference = substr(booking_id, 5)
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
  DELETE FROM inventory_booking USING unnest(doomed) AS booking_id
  WHERE inventory_booking.environment = 'sandbox' AND inventory_booking.reference = substr(booking_id, 5);
  DELETE FROM test_reservation USING unnest(doomed) AS booking_id
  WHERE test_reservation.reference = substr(booking_id, 5);

  DELETE FROM job WHERE kind LIKE 'booking.%' AND key = ANY (doomed);
  DELETE FROM booking_attempt WHERE booking_id = ANY (doomed);
  DELETE FROM booking_exchange WHERE booking_id = ANY (doomed);
  DELETE FROM booking_history WHERE booking_id = ANY (doomed);
  DELETE FROM booking WHERE booking_id = ANY (doomed);
  GET DIAGNOSTICS bookings = ROW_COUNT;
  DELETE FROM idempotency_key WHERE environment = 'sandbox' AND organisation_id = organisation
    AND NOT EXISTS (SELECT FROM booking WHERE booking.booking_id = idempotency_key.booking_id);
  DELETE FROM quote WHERE environment = 'sandbox' AND organisation_id = organisation
    AND NOT EXISTS (SELECT FROM booking WHERE booking.quote_id = quote.quote_id);
  GET DIAGNOSTICS quotes = ROW_COUNT;

  -- By their endpoints, because a cleanup job deletes the deliveries of deleted endpoints.
  DELETE FROM webhook_attempt USING webhook_endpoint
  WHERE webhook_endpoint.environment = 'sandbox' AND webhook_endpoint.organisation_id = organisation
    AND webhook_attempt.endpoint_id = webhook_endpoint.endpoint_id;
  DELETE FROM webhook_delivery USING webhook_endpoint
  WHERE webhook_endpoint.environment = 'sandbox' AND webhook_endpoint.organisation_id = organisation
    AND webhook_delivery.endpoint_id = webhook_endpoint.endpoint_id;
  GET DIAGNOSTICS deliveries = ROW_COUNT;
  DELETE FROM outbox_event WHERE environment = 'sandbox' AND organisation_id = organisation
    AND NOT EXISTS (SELECT FROM booking WHERE booking.booking_id = outbox_event.booking_id);
  GET DIAGNOSTICS events = ROW_COUNT;
  RETURN NEXT;
END $$;
