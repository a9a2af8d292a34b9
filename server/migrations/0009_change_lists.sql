-- Lists of what changed go in the order of changes, so each page is one range of an index however many changes there are.
DROP INDEX hotel_by_change;
CREATE INDEX hotel_by_change ON hotel (environment, change_id, hotel_id);
DROP INDEX room_by_change;
CREATE INDEX room_by_change ON room (environment, change_id, hotel_id, room_code);
DROP INDEX place_by_change;
CREATE INDEX place_by_change ON place (change_id, place_id);

-- Hotels are imported by the hundred thousand, then read at once: a list of entries that wait to be sorted in would be
-- read whole by every search until the next vacuum.
ALTER INDEX hotel_by_place SET (fastupdate = off);
