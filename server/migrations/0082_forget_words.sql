-- Suppliers' words about bookings may name a guest, and are no longer stored.
UPDATE provider_error SET words = NULL;
