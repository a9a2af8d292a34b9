-- Placeholder until the migration of pricing is merged.
SELECT 1;
