-- Hotels come by the million: what was looked up or parsed again for every row is not.

-- To find this one member in the record, all of its text is parsed, for every row that is written.
ALTER TABLE hotel ADD COLUMN source_id text;
UPDATE hotel SET source_id = content->>'sourceId' WHERE content->>'sourceId' IS NOT NULL;
DROP INDEX hotel_by_source_id;
CREATE UNIQUE INDEX hotel_by_source_id ON hotel (environment, source_id) WHERE source_id IS NOT NULL;

-- All rows of a change carry the id it was given a moment before, in the same transaction. Looking it up for each of
-- them, twice, took a quarter of an import. What keeps them true instead: a change is never deleted.
ALTER TABLE hotel DROP CONSTRAINT hotel_change_id_fkey, DROP CONSTRAINT hotel_created_change_id_fkey;
ALTER TABLE room DROP CONSTRAINT room_change_id_fkey, DROP CONSTRAINT room_created_change_id_fkey;
REVOKE DELETE ON catalogue_change FROM serai_app;

-- With the longitude in it, the cities around a point are told apart from those of the same latitude without reading them.
DROP INDEX place_settlement_by_latitude;
CREATE INDEX place_settlement_by_location ON place (country_code, latitude, longitude)
  WHERE status = 'ACTIVE' AND type IN ('CITY', 'DISTRICT');
