-- Hotels are found by the words of their names, in every language they have. The words are written with the hotel, lower case and
-- without accents: to find the names in the record, all of its text would be parsed again for every row.
ALTER TABLE hotel ADD COLUMN name_words tsvector NOT NULL DEFAULT '';
UPDATE hotel SET name_words = array_to_tsvector(array_remove(regexp_split_to_array(
  regexp_replace(normalize(lower(coalesce((SELECT string_agg(value, ' ') FROM json_each_text(content -> 'name')), '')), NFKD),
    '[\u0300-\u036f]', '', 'g'),
  '[^[:alnum:]]+'), ''));
CREATE INDEX hotel_by_name ON hotel USING gin (name_words);

-- Few have ended, and they are looked for among the many that have not.
CREATE INDEX hotel_ended ON hotel (environment, hotel_id) WHERE status <> 'ACTIVE';
