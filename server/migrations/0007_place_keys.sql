-- Places are never deleted, and everything that refers to them here is written by one writer from rows it has just read.
-- Checking each of two million references of the world's places took three quarters of the time of loading them.
ALTER TABLE place DROP CONSTRAINT place_created_change_id_fkey, DROP CONSTRAINT place_change_id_fkey,
  DROP CONSTRAINT place_parent_id_fkey, DROP CONSTRAINT place_merged_into_fkey;
ALTER TABLE place_name DROP CONSTRAINT place_name_place_fkey;
ALTER TABLE place_airport DROP CONSTRAINT place_airport_place_fkey, DROP CONSTRAINT place_airport_airport_fkey;
