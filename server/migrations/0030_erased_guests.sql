-- Erasure of guests: what was told of a booking goes with its people, and what is kept of them has an end.

-- Null once the guests of its booking were erased. What it said is then gone, and it is sent no more.
ALTER TABLE outbox_event ALTER COLUMN data DROP NOT NULL;

ALTER TABLE booking
  -- Somebody asked for it, or their time was up.
  ADD COLUMN erased_because text CHECK (erased_because IN ('REQUEST', 'RETENTION'));
CREATE INDEX booking_erased ON booking (organisation_id, erased_at, booking_id) WHERE erased_at IS NOT NULL;
-- Entered when a booking is over, so that one that is made pays nothing for it.
CREATE INDEX booking_guests_kept ON booking (organisation_id, check_out)
  WHERE people_key IS NOT NULL AND status IN ('REJECTED', 'CANCELLED', 'COMPLETED', 'NO_SHOW');

-- Days after check-out that guests are kept; null is as the service is set.
ALTER TABLE organisation ADD COLUMN guest_days integer CHECK (guest_days BETWEEN 1 AND 36500);

-- Of a booking whose guests were erased neither bodies nor what a client chose as its key stay.
GRANT UPDATE (request_body, response_body, idempotency_key) ON request_log TO serai_app, serai_scoped, serai_service;
