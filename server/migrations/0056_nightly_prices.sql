-- The price of each room and night of a booking, so that revenue can be shown per night. One element per room and
-- night: all nights of the first room in room_codes, then those of the second, and so on. Bookings that were made
-- before have none, and their price is divided evenly.
ALTER TABLE inventory_booking ADD COLUMN nightly_minor bigint[];
