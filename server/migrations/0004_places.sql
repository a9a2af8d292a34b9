-- Places, their names and their surroundings. The record: searches are answered by an index made from these tables.

-- One row for each write to places or hotels. Writers stand in line, and `at` is set as the last act of a write.
CREATE TABLE catalogue_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  what text NOT NULL,
  at timestamptz
);
CREATE INDEX catalogue_change_by_time ON catalogue_change (at);

-- One row. `places` rises with every change of places, names or surroundings, `hotels` with every change of hotels.
-- A file made from the places carries `database`, so that it is never taken for that of another database.
CREATE TABLE catalogue_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  database uuid NOT NULL DEFAULT gen_random_uuid(),
  places bigint NOT NULL,
  hotels bigint NOT NULL
);
INSERT INTO catalogue_version (places, hotels) VALUES (0, 0);

CREATE TABLE place (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Public and for ever; belongs to a source and its id there.
  place_id text NOT NULL UNIQUE,
  source text NOT NULL,
  source_id text NOT NULL,
  type text NOT NULL CHECK (type IN ('COUNTRY', 'REGION', 'CITY', 'DISTRICT', 'AIRPORT', 'ZONE')),
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE', 'MERGED')),
  merged_into integer REFERENCES place (id),
  name text NOT NULL,
  -- 'und' where the source does not say.
  language text NOT NULL DEFAULT 'und',
  country_code text NOT NULL,
  -- The first-level division, as the source writes it.
  region_code text,
  parent_id integer REFERENCES place (id),
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  south double precision,
  west double precision,
  north double precision,
  east double precision,
  time_zone text,
  population bigint NOT NULL DEFAULT 0,
  feature_code text,
  iata_code text,
  -- How much a place counts beside others of the same name; 0 to 1.
  weight real NOT NULL DEFAULT 0,
  created_change_id bigint NOT NULL REFERENCES catalogue_change (id),
  change_id bigint NOT NULL REFERENCES catalogue_change (id),
  UNIQUE (source, source_id)
);
CREATE INDEX place_by_parent ON place (parent_id);
CREATE INDEX place_by_country ON place (country_code, type);
CREATE INDEX place_by_change ON place (change_id);
CREATE INDEX place_by_type ON place (type, place_id);

-- Classes: 0 canonical; 1 preferred, English or local; 2 major language; 3 other; 4 code; 5 historic.
CREATE TABLE place_name (
  place integer NOT NULL REFERENCES place (id) ON DELETE CASCADE,
  name text NOT NULL,
  language text NOT NULL DEFAULT 'und',
  class smallint NOT NULL CHECK (class BETWEEN 0 AND 5),
  PRIMARY KEY (place, name, language)
);

-- Up to three airports of a place, the one a traveller means first.
CREATE TABLE place_airport (
  place integer NOT NULL REFERENCES place (id) ON DELETE CASCADE,
  rank smallint NOT NULL CHECK (rank BETWEEN 1 AND 3),
  airport integer NOT NULL REFERENCES place (id) ON DELETE CASCADE,
  distance_metres integer NOT NULL,
  PRIMARY KEY (place, rank)
);
CREATE INDEX place_airport_by_airport ON place_airport (airport);

CREATE TABLE zone_member (
  zone integer NOT NULL REFERENCES place (id) ON DELETE CASCADE,
  place integer NOT NULL REFERENCES place (id) ON DELETE CASCADE,
  PRIMARY KEY (zone, place)
);
CREATE INDEX zone_member_by_place ON zone_member (place);

-- The area of a zone as GeoJSON, where it was given as one; later imports of places find new members by it.
CREATE TABLE zone_area (
  zone integer PRIMARY KEY REFERENCES place (id) ON DELETE CASCADE,
  geometry jsonb NOT NULL
);

-- What was loaded by itself at the first start, so that it happens once.
CREATE TABLE catalogue_seed (
  name text PRIMARY KEY,
  version text NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, UPDATE, DELETE ON
  catalogue_change, place, place_name, place_airport, zone_member, zone_area, catalogue_seed TO serai_app;
GRANT SELECT, UPDATE ON catalogue_version TO serai_app;
