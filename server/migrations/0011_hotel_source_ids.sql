-- An operator's own id names one hotel of an environment.
CREATE UNIQUE INDEX hotel_by_source_id ON hotel (environment, (content->>'sourceId'))
  WHERE content->>'sourceId' IS NOT NULL;
