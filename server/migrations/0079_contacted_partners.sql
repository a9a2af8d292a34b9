-- Staff record that they told a partner about the status of a booking, which no webhook endpoint did.
ALTER TABLE booking_note ADD COLUMN is_contact boolean NOT NULL DEFAULT false;
