-- An airport counts the hotels of the cities and districts within easy reach of it. Hotels that are there already get
-- their airports; counts follow by triggers.
UPDATE hotel SET places = found.places
FROM (
  SELECT hotel.environment, hotel.hotel_id,
    (SELECT array_agg(DISTINCT id ORDER BY id) FROM unnest(hotel.places || served.airports) AS id) AS places
  FROM hotel
  JOIN (
    SELECT line.start, array_agg(DISTINCT place_airport.airport) AS airports
    FROM (
      SELECT id AS start, id AS place FROM place WHERE type IN ('CITY', 'DISTRICT')
      UNION ALL
      SELECT district.id, city.id FROM place AS district
      JOIN place AS city ON city.id = district.parent_id AND city.type = 'CITY'
      WHERE district.type = 'DISTRICT'
    ) AS line
    JOIN place_airport ON place_airport.place = line.place
      AND (distance_metres <= 25000 OR rank = 1 AND distance_metres <= 50000)
    JOIN place AS airport ON airport.id = place_airport.airport AND airport.status = 'ACTIVE'
    GROUP BY line.start
  ) AS served ON served.start = hotel.city
) AS found
WHERE hotel.environment = found.environment AND hotel.hotel_id = found.hotel_id;
