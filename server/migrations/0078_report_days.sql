-- Reports read the bookings of single days, of all partners or of one, and what was known of them at an earlier time, from
-- these indexes. Reports can be read meanwhile, and the job that follows bookings waits.
CREATE INDEX report_by_booked_on ON report_booking (environment, booked_on, organisation_id)
  INCLUDE (hotel_id, provider, country, currency, bookings, confirmed_at, cancelled_at);
CREATE INDEX report_by_check_in ON report_booking (environment, check_in, organisation_id)
  INCLUDE (hotel_id, provider, country, currency, bookings, confirmed_at, cancelled_at, is_paid_here, booked_nights,
    booked_minor);
-- report_by_check_in contains its columns.
DROP INDEX report_on_the_books;
-- Reports by two groups that have no sums together read the bookings of their months.
CREATE INDEX report_by_month ON report_booking (environment, month);
CREATE INDEX report_by_stay_month ON report_booking (environment, stay_month);
