-- The existing reports are kept and get the month of the check-in. This migration only locks the rows that it changes.
UPDATE report_booking SET stay_month = to_char(check_in, 'YYYY-MM')
FROM booking WHERE booking.booking_id = report_booking.booking_id AND stay_month IS NULL;
-- Bookings that a reset of the sandbox deleted while the job was reading them.
UPDATE report_booking SET stay_month = month WHERE stay_month IS NULL;
