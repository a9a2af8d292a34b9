-- The newest format of shared values, such as offer ids, that a node can read. Nodes of the previous version do not set it.
ALTER TABLE node ADD COLUMN format integer NOT NULL DEFAULT 1;
