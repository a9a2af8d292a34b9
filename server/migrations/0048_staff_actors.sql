-- Partner users see that staff of the operator made a change, but not which person it was.

ALTER TABLE audit_entry ADD COLUMN by_staff boolean NOT NULL DEFAULT false;
ALTER TABLE api_key ADD COLUMN created_by_staff boolean NOT NULL DEFAULT false;
ALTER TABLE webhook_endpoint ADD COLUMN created_by_staff boolean NOT NULL DEFAULT false;
ALTER TABLE certification ADD COLUMN started_by_staff boolean NOT NULL DEFAULT false;

-- Only the job that follows the bookings of all partners changes this table.
REVOKE UPDATE ON report_progress FROM serai_scoped;
