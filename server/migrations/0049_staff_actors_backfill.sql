-- Marks what staff did before version 0048. A separate transaction, so that the tables are not locked meanwhile.

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
