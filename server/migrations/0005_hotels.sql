-- The hotel catalogue, one for each environment.

CREATE TABLE hotel (
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  hotel_id text NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE', 'MERGED')),
  merged_into text,
  type text NOT NULL,
  category_code text,
  stars numeric(2, 1),
  chain_code text,
  country_code text NOT NULL,
  city integer REFERENCES place (id),
  -- Every place the hotel lies in: its city and what contains it, zones included.
  places integer[] NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  facility_codes text[] NOT NULL DEFAULT '{}',
  -- Everything else of the record, texts in all their languages.
  content jsonb NOT NULL,
  created_change_id bigint NOT NULL REFERENCES catalogue_change (id),
  change_id bigint NOT NULL REFERENCES catalogue_change (id),
  PRIMARY KEY (environment, hotel_id),
  CHECK ((status = 'MERGED') = (merged_into IS NOT NULL))
);
CREATE INDEX hotel_by_place ON hotel USING gin (places);
CREATE INDEX hotel_by_country ON hotel (environment, country_code, hotel_id);
CREATE INDEX hotel_by_change ON hotel (environment, change_id);
CREATE INDEX hotel_by_location ON hotel (environment, latitude, longitude);

CREATE TABLE room (
  environment text NOT NULL,
  hotel_id text NOT NULL,
  room_code text NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE', 'MERGED')),
  merged_into text,
  content jsonb NOT NULL,
  created_change_id bigint NOT NULL REFERENCES catalogue_change (id),
  change_id bigint NOT NULL REFERENCES catalogue_change (id),
  PRIMARY KEY (environment, hotel_id, room_code),
  FOREIGN KEY (environment, hotel_id) REFERENCES hotel (environment, hotel_id) ON DELETE CASCADE
);
CREATE INDEX room_by_change ON room (environment, change_id);

-- Active hotels of a place and of everything within it.
CREATE TABLE place_hotel_count (
  environment text NOT NULL,
  place integer NOT NULL REFERENCES place (id) ON DELETE CASCADE,
  hotels integer NOT NULL,
  PRIMARY KEY (environment, place)
);

-- Counts follow the hotels whoever changes them. Writers stand in line, so no two add to a count at once.
CREATE FUNCTION count_hotels_added() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO place_hotel_count AS counted (environment, place, hotels)
  SELECT added.environment, lies_in.place, count(*)
  FROM added CROSS JOIN LATERAL unnest(added.places) AS lies_in (place)
  WHERE added.status = 'ACTIVE'
  GROUP BY added.environment, lies_in.place
  ON CONFLICT (environment, place) DO UPDATE SET hotels = counted.hotels + excluded.hotels;
  UPDATE catalogue_version SET hotels = hotels + 1;
  RETURN NULL;
END $$;

CREATE FUNCTION count_hotels_removed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE place_hotel_count AS counted
  SET hotels = counted.hotels - gone.hotels
  FROM (
    SELECT removed.environment, lies_in.place, count(*)::integer AS hotels
    FROM removed CROSS JOIN LATERAL unnest(removed.places) AS lies_in (place)
    WHERE removed.status = 'ACTIVE'
    GROUP BY removed.environment, lies_in.place
  ) AS gone
  WHERE counted.environment = gone.environment AND counted.place = gone.place;
  UPDATE catalogue_version SET hotels = hotels + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER hotel_inserted AFTER INSERT ON hotel
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_hotels_added();
CREATE TRIGGER hotel_updated_from AFTER UPDATE ON hotel
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_hotels_removed();
CREATE TRIGGER hotel_updated_to AFTER UPDATE ON hotel
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_hotels_added();
CREATE TRIGGER hotel_deleted AFTER DELETE ON hotel
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_hotels_removed();

GRANT SELECT, INSERT, UPDATE, DELETE ON hotel, room, place_hotel_count TO serai_app;
