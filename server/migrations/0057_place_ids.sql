-- The first start writes places with explicit ids, and then sets the sequence to the highest of them.
GRANT UPDATE ON SEQUENCE place_id_seq TO serai_app, serai_service;
