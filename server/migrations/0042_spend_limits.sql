-- What a key may spend. Null means no limit. One currency for both amounts.
ALTER TABLE api_key
  ADD COLUMN spend_currency text CHECK (spend_currency ~ '^[A-Z]{3}$'),
  ADD COLUMN spend_day_minor bigint CHECK (spend_day_minor >= 0),
  ADD COLUMN spend_booking_minor bigint CHECK (spend_booking_minor >= 0),
  ADD CONSTRAINT api_key_spend_limit
    CHECK ((spend_currency IS NULL) = (spend_day_minor IS NULL AND spend_booking_minor IS NULL));

-- What a booking counts towards the spend limit of its key, in the currency of that limit. Null if the key had no limit.
ALTER TABLE booking
  ADD COLUMN spend_currency text,
  -- One unit of the booking's currency in spend_currency, frozen with the quote. Null if they are the same.
  ADD COLUMN spend_rate text,
  ADD COLUMN spend_minor bigint;

-- The sum of the last 24 hours is read for each booking with a limited key. Other bookings are not in this index.
CREATE INDEX booking_spend ON booking (key_id, created_at)
  INCLUDE (organisation_id, environment, spend_currency, spend_minor, status) WHERE spend_minor IS NOT NULL;

-- Staff can end the provider settings of a single partner (providers/share).
GRANT DELETE ON provider_connection TO serai_app, serai_service;
