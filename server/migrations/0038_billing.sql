-- Placeholder for the ledger, whose migration replaces this file.
SELECT 1;
