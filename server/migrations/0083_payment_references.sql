-- Finds payments of other partners with the same reference. Contains only payments, so bookings do not write to it. While the index
-- is created, the ledger can be read, and new entries wait for one pass over the table.
CREATE INDEX ledger_payment_reference ON ledger_entry (external_reference, environment) WHERE external_reference IS NOT NULL;
