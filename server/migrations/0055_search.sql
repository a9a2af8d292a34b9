-- The beginnings by which bookings are found in the dashboard.

-- Row security forbids an index condition with lower() or LIKE, because these functions could reveal other partners'
-- rows. Terms are therefore stored in lower case, in byte order, and compared with >= and <.
CREATE TABLE booking_term (
  organisation_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
  -- REFERENCE: the first 200 characters of a client reference, provider reference or confirmation number of the hotel,
  -- in lower case.
  -- HOLDER: a keyed hash of the beginning of a word of the holder's last name.
  kind text NOT NULL CHECK (kind IN ('REFERENCE', 'HOLDER')),
  term text COLLATE "C" NOT NULL,
  booking_id text NOT NULL,
  PRIMARY KEY (organisation_id, environment, kind, term, booking_id)
);
CREATE INDEX booking_term_by_booking ON booking_term (booking_id);
GRANT SELECT, INSERT, DELETE ON booking_term TO serai_app;
SELECT serai_protect('booking_term');

-- Triggers, so that bookings of nodes with the previous version are found too. Only the beginning of a reference is
-- stored, because some providers do not limit its length, and the index rejects long values.
CREATE FUNCTION add_booking_terms() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO booking_term (organisation_id, environment, kind, term, booking_id)
  SELECT NEW.organisation_id, NEW.environment, 'REFERENCE', left(lower(reference), 200), NEW.booking_id
  FROM unnest(ARRAY[NEW.client_reference, NEW.supplier_ref, NEW.hotel_confirmation]) AS reference
  WHERE reference IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER booking_terms_added AFTER INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION add_booking_terms();
CREATE TRIGGER booking_terms_changed AFTER UPDATE ON booking
  FOR EACH ROW WHEN (OLD.supplier_ref IS DISTINCT FROM NEW.supplier_ref
    OR OLD.hotel_confirmation IS DISTINCT FROM NEW.hotel_confirmation)
  EXECUTE FUNCTION add_booking_terms();

-- The hashes of a name are personal data and are erased with it.
CREATE FUNCTION erase_holder_terms() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  DELETE FROM booking_term WHERE booking_id = NEW.booking_id AND kind = 'HOLDER';
  RETURN NULL;
END $$;
CREATE TRIGGER booking_holder_erased AFTER UPDATE ON booking
  FOR EACH ROW WHEN (OLD.holder_mark IS NOT NULL AND NEW.holder_mark IS NULL)
  EXECUTE FUNCTION erase_holder_terms();

CREATE FUNCTION remove_booking_terms() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  DELETE FROM booking_term USING removed WHERE booking_term.booking_id = removed.booking_id;
  RETURN NULL;
END $$;
CREATE TRIGGER booking_terms_removed AFTER DELETE ON booking
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_booking_terms();
