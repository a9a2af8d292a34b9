-- Payment terms, and what a statement says about the company that receives it and the one that sends it.
ALTER TABLE organisation
  ADD COLUMN payment_days integer CONSTRAINT organisation_payment_days_check CHECK (payment_days BETWEEN 0 AND 365),
  ADD COLUMN company json NOT NULL
    DEFAULT '{"legalName":null,"address":null,"taxNumber":null,"billingEmail":null,"contacts":[]}';

-- Stored when a statement is closed, so that later terms do not move it. Null without payment terms, and if nothing is owed.
ALTER TABLE statement ADD COLUMN due_on date;
