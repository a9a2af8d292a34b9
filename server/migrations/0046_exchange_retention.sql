-- Exchanges are evidence in disputes about invoices, so their retention is counted from check-out. Nodes of an earlier
-- version write rows without a date, and older rows have none. The clean-up fills it in, in batches, and finds these rows
-- with booking_exchange_by_age. The new index is empty at first, so bookings do not wait until it has been built.
ALTER TABLE booking_exchange ADD COLUMN check_out date;
CREATE INDEX booking_exchange_by_stay ON booking_exchange (check_out) WHERE check_out IS NOT NULL;
GRANT UPDATE (check_out) ON booking_exchange TO serai_app, serai_service;
