-- Bookings as operators look at them. No update was in place before either: each changes updated_at, which is in an index.

-- Figures by day and state are read from the index alone.
DROP INDEX booking_by_created;
CREATE INDEX booking_by_created ON booking (organisation_id, environment, created_at, booking_id)
  INCLUDE (status, currency, net_minor);

CREATE INDEX booking_by_hotel ON booking (organisation_id, environment, hotel_id, updated_at, booking_id);
