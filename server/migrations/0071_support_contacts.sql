-- How staff reach the support of a provider. Set only in the operator's rows, and null if no field is set.
ALTER TABLE provider_connection ADD COLUMN support_contact jsonb;
