-- Takes a short exclusive lock. The index of reports by hotel was replaced by report_of_hotel.
DROP INDEX report_by_hotel;
ALTER TABLE report_booking
  ALTER COLUMN booked_on SET NOT NULL,
  ALTER COLUMN check_in SET NOT NULL,
  ALTER COLUMN nationality SET NOT NULL,
  ALTER COLUMN lead_time SET NOT NULL,
  ALTER COLUMN stay_length SET NOT NULL,
  ALTER COLUMN rate_plan SET NOT NULL,
  ALTER COLUMN is_paid_here SET NOT NULL,
  ALTER COLUMN booked_nights SET NOT NULL,
  ALTER COLUMN booked_minor SET NOT NULL,
  ALTER COLUMN paid_stays SET NOT NULL,
  ALTER COLUMN paid_nights SET NOT NULL,
  ALTER COLUMN paid_minor SET NOT NULL;
