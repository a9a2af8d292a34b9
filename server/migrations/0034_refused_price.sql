-- The price that the provider asked for instead, when it refused a booking because the price had changed: a repeated request
-- returns the same refusal. In the booking's own currency. Null where the provider named none.
ALTER TABLE booking ADD COLUMN refused_net_minor bigint;
