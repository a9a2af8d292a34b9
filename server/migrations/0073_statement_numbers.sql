-- A running number for each closed statement: its month and a counter, for example 2026-10-0003. Partners state it when
-- they pay.

-- The last number of each month. A transaction that closes a statement locks this row until it ends, and a rollback also
-- takes the number back, so there are no gaps. Numbers of statements that a sandbox reset deletes are not used again.
CREATE TABLE statement_counter (
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  month text NOT NULL,
  last integer NOT NULL,
  PRIMARY KEY (environment, month)
);

CREATE FUNCTION statement_number(environment text, month text, counter bigint) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $$
  SELECT CASE environment WHEN 'sandbox' THEN 'TEST-' ELSE '' END || month || '-'
    || lpad(counter::text, greatest(4, length(counter::text)), '0')
$$;
REVOKE ALL ON FUNCTION statement_number(text, text, bigint) FROM PUBLIC;

-- Statements from before this migration are numbered in the order in which they were closed.
ALTER TABLE statement ADD COLUMN number text;
UPDATE statement SET number = numbered.number
FROM (
  SELECT statement_id, statement_number(environment, month,
    row_number() OVER (PARTITION BY environment, month ORDER BY closed_at, statement_id)) AS number
  FROM statement
) AS numbered
WHERE numbered.statement_id = statement.statement_id;
INSERT INTO statement_counter (environment, month, last)
SELECT environment, month, count(*) FROM statement GROUP BY environment, month;
ALTER TABLE statement ALTER number SET NOT NULL, ADD UNIQUE (number);

-- A trigger, so that servers of the previous version, which run during an upgrade, number their statements as well.
CREATE FUNCTION number_statement() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  counter integer;
BEGIN
  INSERT INTO statement_counter AS known (environment, month, last) VALUES (NEW.environment, NEW.month, 1)
  ON CONFLICT (environment, month) DO UPDATE SET last = known.last + 1
  RETURNING last INTO counter;
  NEW.number := statement_number(NEW.environment, NEW.month, counter);
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION number_statement() FROM PUBLIC;
CREATE TRIGGER statement_numbers BEFORE INSERT ON statement FOR EACH ROW EXECUTE FUNCTION number_statement();
