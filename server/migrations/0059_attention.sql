-- The queue of bookings that need attention, which every page of the dashboard counts.

-- Both indexes are nearly empty: an ordinary booking is never on request, and its outcome is never unknown.
CREATE INDEX booking_outcome_unknown ON booking (updated_at, booking_id)
  WHERE status_reason IN ('OUTCOME_UNKNOWN', 'QUEUED');
CREATE INDEX booking_on_request ON booking (check_in, booking_id) WHERE status = 'ON_REQUEST';

-- Staff decide about reservations that no booking accounts for. A settled one stays, so that it is not reported again.
ALTER TABLE orphan_reservation ADD COLUMN settled_at timestamptz, ADD COLUMN settled_by text;
CREATE INDEX orphan_open ON orphan_reservation (found_at, reference) WHERE settled_at IS NULL;
GRANT UPDATE (settled_at, settled_by) ON orphan_reservation TO serai_app, serai_service;
