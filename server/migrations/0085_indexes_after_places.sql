-- The first start writes all places of the world into empty tables. Creating an index afterwards takes a fraction of the time of
-- adding each row to it. The functions drop indexes of an empty table, and create the same ones again in the same transaction.

-- The statements that create dropped indexes. Only the transaction that drops them sees its rows. The statements run with the
-- rights of the owner, so nobody else may write them, and the functions never read a temporary table of the same name.
CREATE TABLE suspended_index (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, statement text NOT NULL);

CREATE FUNCTION check_restored_indexes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM suspended_index) THEN
    RAISE EXCEPTION 'indexes of places are missing';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER restored AFTER INSERT ON suspended_index
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_restored_indexes();

-- Drops the indexes of a table except those that foreign keys refer to, and returns how many it dropped. Returns 0 if another
-- connection is using the table: waiting for it would stop all readers for just as long.
CREATE FUNCTION suspend_place_indexes(suspended text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  dropped record;
  has_rows boolean;
  count integer := 0;
BEGIN
  IF suspended NOT IN ('place', 'place_airport') THEN
    RAISE EXCEPTION 'the indexes of % must not be dropped', suspended;
  END IF;
  BEGIN
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE NOWAIT', suspended);
  EXCEPTION WHEN lock_not_available THEN
    RETURN 0;
  END;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I)', suspended) INTO has_rows;
  IF has_rows THEN
    RAISE EXCEPTION 'the places have already been loaded';
  END IF;
  FOR dropped IN
    SELECT i.indexrelid::regclass AS name, c.conname AS rule,
      coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) AS definition
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
    WHERE i.indrelid = suspended::regclass
      AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.conindid = i.indexrelid AND f.contype = 'f')
    ORDER BY i.indexrelid
  LOOP
    count := count + 1;
    IF dropped.rule IS NULL THEN
      INSERT INTO suspended_index (statement) VALUES (dropped.definition);
      EXECUTE format('DROP INDEX %s', dropped.name);
    ELSE
      INSERT INTO suspended_index (statement)
        VALUES (format('ALTER TABLE %I ADD CONSTRAINT %I %s', suspended, dropped.rule, dropped.definition));
      EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', suspended, dropped.rule);
    END IF;
  END LOOP;
  RETURN count;
END $$;

-- Creates one of these indexes again, and returns how many are left.
CREATE FUNCTION restore_place_index() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  definition text;
BEGIN
  DELETE FROM suspended_index WHERE id = (SELECT min(id) FROM suspended_index) RETURNING statement INTO definition;
  IF FOUND THEN
    EXECUTE definition;
  END IF;
  RETURN (SELECT count(*) FROM suspended_index);
END $$;

-- As before, and for tables without statistics: an index that is created updates the size with which this function compares, so
-- that it would find no growth.
CREATE OR REPLACE FUNCTION refresh_catalogue_statistics() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  grown regclass;
BEGIN
  FOR grown IN
    SELECT c.oid FROM pg_class c, LATERAL (SELECT pg_relation_size(c.oid) / current_setting('block_size')::integer AS pages) AS now
    WHERE c.oid = ANY (ARRAY['place', 'place_name', 'place_airport', 'zone_member', 'hotel', 'room', 'place_hotel_count']::regclass[])
      AND (now.pages > 1.5 * c.relpages + 128
        OR now.pages > 128 AND NOT EXISTS (SELECT FROM pg_stats WHERE schemaname = 'public' AND tablename = c.relname))
  LOOP
    EXECUTE format('ANALYZE %s', grown);
  END LOOP;
END $$;

REVOKE ALL ON FUNCTION suspend_place_indexes(text), restore_place_index(), check_restored_indexes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION suspend_place_indexes(text), restore_place_index() TO serai_app, serai_service;
