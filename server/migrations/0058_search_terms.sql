-- The references of bookings that were made before the triggers of 0055 existed. A migration of its own, because creating
-- a trigger blocks all writes to the table until its transaction ends.

-- Names of existing bookings are encrypted. Their holders are found by the complete last name.
INSERT INTO booking_term (organisation_id, environment, kind, term, booking_id)
SELECT organisation_id, environment, 'REFERENCE', left(lower(reference), 200), booking_id
FROM booking, unnest(ARRAY[client_reference, supplier_ref, hotel_confirmation]) AS reference
WHERE reference IS NOT NULL
ON CONFLICT DO NOTHING;
