-- What an organisation may give its keys without asking the operator. Keys that exist keep what they have.
ALTER TABLE organisation
  ADD COLUMN ceiling_minute integer NOT NULL DEFAULT 600 CHECK (ceiling_minute > 0),
  ADD COLUMN ceiling_hour integer NOT NULL DEFAULT 15000 CHECK (ceiling_hour > 0),
  ADD COLUMN ceiling_day integer NOT NULL DEFAULT 250000 CHECK (ceiling_day > 0),
  ADD COLUMN ceiling_keys integer NOT NULL DEFAULT 20 CHECK (ceiling_keys > 0);
