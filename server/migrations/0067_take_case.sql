-- Staff take bookings of the attention queue, and each booking in it has a time by which it should be decided.

-- Other changes of a booking do not reset the time since which it needs attention.
ALTER TABLE booking
  ADD COLUMN attention_since timestamptz,
  ADD COLUMN taken_by text,
  ADD COLUMN taken_at timestamptz;
