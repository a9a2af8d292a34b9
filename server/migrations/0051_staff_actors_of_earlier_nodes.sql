-- While two versions run, nodes of an earlier version do not write whether staff made a change. Their rows get the value
-- from the actor. Nodes of this version always write it, so the trigger never runs for them.

-- If in doubt, the actor counts as staff: someone who is both staff and a partner user is then shown as the operator.
CREATE FUNCTION is_staff_actor(actor_name text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT coalesce(actor_name = 'operator-token', false)
    OR EXISTS (SELECT FROM member JOIN organisation AS company ON company.id = organisation_id
      WHERE kind = 'OPERATOR' AND email = actor_name)
    -- Sessions of one-time links have no member.
    OR EXISTS (SELECT FROM operator_session JOIN organisation AS company ON company.id = organisation_id
      WHERE kind = 'OPERATOR' AND actor = actor_name)
$$;
REVOKE ALL ON FUNCTION is_staff_actor(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_staff_actor(text) TO serai_app, serai_scoped, serai_service;

CREATE FUNCTION set_staff_actor() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'audit_entry' THEN NEW.by_staff := is_staff_actor(NEW.actor);
    WHEN 'certification' THEN NEW.started_by_staff := is_staff_actor(NEW.started_by);
    ELSE NEW.created_by_staff := is_staff_actor(NEW.created_by);
  END CASE;
  RETURN NEW;
END $$;

ALTER TABLE audit_entry ALTER COLUMN by_staff DROP DEFAULT;
ALTER TABLE api_key ALTER COLUMN created_by_staff DROP DEFAULT;
ALTER TABLE webhook_endpoint ALTER COLUMN created_by_staff DROP DEFAULT;
ALTER TABLE certification ALTER COLUMN started_by_staff DROP DEFAULT;

CREATE TRIGGER audit_entry_staff BEFORE INSERT ON audit_entry
  FOR EACH ROW WHEN (NEW.by_staff IS NULL) EXECUTE FUNCTION set_staff_actor();
CREATE TRIGGER api_key_staff BEFORE INSERT ON api_key
  FOR EACH ROW WHEN (NEW.created_by_staff IS NULL) EXECUTE FUNCTION set_staff_actor();
CREATE TRIGGER webhook_endpoint_staff BEFORE INSERT ON webhook_endpoint
  FOR EACH ROW WHEN (NEW.created_by_staff IS NULL) EXECUTE FUNCTION set_staff_actor();
CREATE TRIGGER certification_staff BEFORE INSERT ON certification
  FOR EACH ROW WHEN (NEW.started_by_staff IS NULL) EXECUTE FUNCTION set_staff_actor();
