-- Placeholder for the pricing rules, whose migration replaces this file.
SELECT 1;
