-- A far price counts once for each stay, on whichever node and however often the stay is searched. Nodes of an earlier
-- version only write the number.
ALTER TABLE mapping_price_count ADD COLUMN stays text[] NOT NULL DEFAULT '{}';
