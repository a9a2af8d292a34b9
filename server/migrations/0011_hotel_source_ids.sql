-- An operator's own id names one hotel of an environment. Where earlier imports gave it to several, the one that is
-- ACTIVE, then the oldest, keeps it.
UPDATE hotel SET content = (SELECT json_object_agg(key, value) FROM json_each(hotel.content) WHERE key <> 'sourceId')
FROM (
  SELECT environment, hotel_id, row_number() OVER (
    PARTITION BY environment, content->>'sourceId' ORDER BY status <> 'ACTIVE', created_change_id, hotel_id) AS nr
  FROM hotel WHERE content->>'sourceId' IS NOT NULL
) AS holder
WHERE holder.environment = hotel.environment AND holder.hotel_id = hotel.hotel_id AND holder.nr > 1;

CREATE UNIQUE INDEX hotel_by_source_id ON hotel (environment, (content->>'sourceId'))
  WHERE content->>'sourceId' IS NOT NULL;
