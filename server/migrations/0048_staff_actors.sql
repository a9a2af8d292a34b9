-- Partner users see that staff of the operator made a change, but not which person it was.

ALTER TABLE audit_entry ADD COLUMN by_staff boolean NOT NULL DEFAULT false;
ALTER TABLE api_key ADD COLUMN created_by_staff boolean NOT NULL DEFAULT false;
ALTER TABLE webhook_endpoint ADD COLUMN created_by_staff boolean NOT NULL DEFAULT false;
ALTER TABLE certification ADD COLUMN started_by_staff boolean NOT NULL DEFAULT false;

-- Someone who has left the staff is no longer a member, but the audit log of the operator still has their sign-ins.
CREATE TEMPORARY TABLE staff_actor ON COMMIT DROP AS
SELECT 'operator-token' AS actor
UNION
SELECT email FROM member JOIN organisation AS company ON company.id = organisation_id WHERE kind = 'OPERATOR'
UNION
SELECT actor FROM audit_entry JOIN organisation AS company ON company.id = organisation_id
WHERE kind = 'OPERATOR' AND actor NOT IN ('service', 'nobody');

UPDATE audit_entry SET by_staff = true WHERE actor IN (SELECT actor FROM staff_actor);
UPDATE api_key SET created_by_staff = true WHERE created_by IN (SELECT actor FROM staff_actor);
UPDATE webhook_endpoint SET created_by_staff = true WHERE created_by IN (SELECT actor FROM staff_actor);
UPDATE webhook_endpoint SET status_reason = 'Paused by the operator.'
WHERE status_reason IN (SELECT format('Paused by %s.', actor) FROM staff_actor);
UPDATE certification SET started_by_staff = true WHERE started_by IN (SELECT actor FROM staff_actor);

-- Only the job that follows the bookings of all partners changes this table.
REVOKE UPDATE ON report_progress FROM serai_scoped;
