-- What is kept for a time only: ways to find it by age, and leave to delete it.

CREATE INDEX booking_exchange_by_age ON booking_exchange (at);
GRANT DELETE ON booking_exchange TO serai_app;

CREATE INDEX test_reservation_by_end ON test_reservation (check_out);

-- Entered when an event is relayed, so that a booking pays nothing for it. Those that wait are in outbox_event_waiting.
CREATE INDEX outbox_event_relayed ON outbox_event (at) WHERE relayed_at IS NOT NULL;
