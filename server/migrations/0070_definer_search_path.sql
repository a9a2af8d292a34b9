-- A function with SECURITY DEFINER runs with the rights of its owner. Unless its search path names pg_temp, PostgreSQL
-- looks for tables among the temporary tables of the caller first, so a caller could make the function use a table of
-- its own. A path that names pg_temp last prevents this.
DO $$
DECLARE definer regprocedure;
BEGIN
  FOR definer IN
    SELECT oid::regprocedure FROM pg_proc
    WHERE prosecdef AND pronamespace = 'public'::regnamespace AND pg_has_role(proowner, 'USAGE')
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, public, pg_temp', definer);
  END LOOP;
END $$;
