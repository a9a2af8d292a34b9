-- The first start writes the places of the world into empty tables. Sorting all rows into an index at the end takes a
-- fraction of the time that adding each row to it takes. Other sessions cannot read places until the transaction ends,
-- so this is only done while there is nothing to read.
CREATE FUNCTION suspend_place_indexes() RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM public.place) OR EXISTS (SELECT FROM public.hotel) THEN
    RETURN false;
  END IF;
  DROP INDEX public.place_by_parent, public.place_by_country, public.place_by_change, public.place_by_type,
    public.place_settlement_by_location, public.place_airport_by_airport;
  ALTER TABLE public.place DROP CONSTRAINT place_place_id_key, DROP CONSTRAINT place_source_source_id_key;
  RETURN true;
END $$;

-- A migration that changes one of these indexes replaces both functions.
CREATE FUNCTION restore_place_indexes() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  ALTER TABLE public.place ADD CONSTRAINT place_place_id_key UNIQUE (place_id),
    ADD CONSTRAINT place_source_source_id_key UNIQUE (source, source_id);
  CREATE INDEX place_by_parent ON public.place (parent_id, time_zone);
  CREATE INDEX place_by_country ON public.place (country_code, type);
  CREATE INDEX place_by_change ON public.place (change_id, place_id);
  CREATE INDEX place_by_type ON public.place (type, place_id);
  CREATE INDEX place_settlement_by_location ON public.place (country_code, latitude, longitude)
    WHERE status = 'ACTIVE' AND type IN ('CITY', 'DISTRICT');
  CREATE INDEX place_airport_by_airport ON public.place_airport (airport);
END $$;

REVOKE ALL ON FUNCTION suspend_place_indexes(), restore_place_indexes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION suspend_place_indexes(), restore_place_indexes() TO serai_service;
