-- An index made in the transaction that took ids from duplicates may stay unused, and imports then read every hotel for
-- each line. Made again in a transaction of its own it serves at once.
REINDEX INDEX hotel_by_source_id;
