-- Rooms that are asked for by code alone: without it, every room of the environment is looked at for a rare code.
CREATE INDEX room_by_code ON room (environment, room_code, hotel_id);
