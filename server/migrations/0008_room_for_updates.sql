-- Rows that are written again every few seconds for every key in use. With room on their page, and no index over what
-- changes, the new version stays beside the old one and no index is touched: about half of the work.
ALTER TABLE limiter_snapshot SET (fillfactor = 50);
ALTER TABLE api_key_last_use SET (fillfactor = 50);
-- Kept for more than a year and rewritten within its minute alone.
ALTER TABLE usage_minute SET (fillfactor = 70);
-- Served the hourly removal of old snapshots, and cost every save an entry.
DROP INDEX limiter_snapshot_by_time;
