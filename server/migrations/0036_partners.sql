-- Placeholder until the partners' migration is merged: the columns of billing.
ALTER TABLE organisation
  ADD COLUMN billing_model text NOT NULL DEFAULT 'NONE' CHECK (billing_model IN ('NONE', 'CREDIT', 'PREPAID')),
  ADD COLUMN billing_currency text,
  ADD COLUMN credit_limit_minor bigint;
