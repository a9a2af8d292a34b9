-- Whom the emails about a failing webhook endpoint have reached, when the last one was sent, and whether they go to staff of the
-- operator. It stays unknown for the notices from before, so new ones alone have the default.
ALTER TABLE notice ADD COLUMN mailed_at timestamptz, ADD COLUMN mailed_to text[], ADD COLUMN mails_staff boolean;
ALTER TABLE notice ALTER COLUMN mailed_to SET DEFAULT '{}';
