-- The first start writes all places of the world into empty tables. Creating an index afterwards takes a fraction of the time of
-- adding each row to it. The functions change nothing else: they drop indexes of an empty table, and create the same ones again.

-- The statements that create dropped indexes. Only the transaction that drops them sees its rows. The statements run with the
-- rights of the owner, so nobody else may write them, and the functions never read a temporary table of the same name.
CREATE TABLE suspended_index (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, table_name text NOT NULL, statement text NOT NULL);

-- Drops the indexes of a table except those that foreign keys refer to, and returns how many there were.
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
      INSERT INTO suspended_index (table_name, statement) VALUES (suspended, dropped.definition);
      EXECUTE format('DROP INDEX %s', dropped.name);
    ELSE
      INSERT INTO suspended_index (table_name, statement)
        VALUES (suspended, format('ALTER TABLE %I ADD CONSTRAINT %I %s', suspended, dropped.rule, dropped.definition));
      EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', suspended, dropped.rule);
    END IF;
  END LOOP;
  RETURN count;
END $$;

-- Creates one of these indexes again, and returns how many are left. After the last one, it also collects the statistics. An index
-- that is created updates the size that refresh_catalogue_statistics() compares, so that function would find no growth.
CREATE FUNCTION restore_place_index() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  restored suspended_index;
  remaining integer;
BEGIN
  DELETE FROM suspended_index WHERE id = (SELECT min(id) FROM suspended_index) RETURNING * INTO restored;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  EXECUTE restored.statement;
  SELECT count(*) INTO remaining FROM suspended_index;
  IF remaining = 0 THEN
    EXECUTE format('ANALYZE %I', restored.table_name);
  END IF;
  RETURN remaining;
END $$;

REVOKE ALL ON FUNCTION suspend_place_indexes(text), restore_place_index() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION suspend_place_indexes(text), restore_place_index() TO serai_app, serai_service;
