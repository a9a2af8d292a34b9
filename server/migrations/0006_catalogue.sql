-- What reading and writing the catalogue needs beyond its tables.

-- Text keeps the order of languages as they were given (the first one serves where no other does), and takes any string.
ALTER TABLE hotel ALTER COLUMN content TYPE json USING content::json;
ALTER TABLE room ALTER COLUMN content TYPE json USING content::json;

-- Its own, or that of its city.
ALTER TABLE hotel ADD COLUMN time_zone text;
-- The hotel it was said to be merged into. `status` and `merged_into` follow from where that leads by now.
ALTER TABLE hotel ADD COLUMN stated_target text;
CREATE INDEX hotel_by_stated_target ON hotel (environment, stated_target) WHERE stated_target IS NOT NULL;

-- The city around a point: a narrow band of latitude within one country.
CREATE INDEX place_settlement_by_latitude ON place (country_code, latitude)
  WHERE status = 'ACTIVE' AND type IN ('CITY', 'DISTRICT');

-- Great circle on a sphere of the earth's mean radius. Right across the antimeridian and at the poles.
CREATE FUNCTION metres_between(
  latitude_a double precision, longitude_a double precision, latitude_b double precision, longitude_b double precision
) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 2 * 6371008.8 * asin(least(1, sqrt(
    power(sin(radians(latitude_b - latitude_a) / 2), 2)
    + cos(radians(latitude_a)) * cos(radians(latitude_b)) * power(sin(radians(longitude_b - longitude_a) / 2), 2))))
$$;
