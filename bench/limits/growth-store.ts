/** Fills the database with copies of its rows up to given numbers. */
import type { Database } from '../../server/src/platform/database/connect.ts';

/** Adds copies of one confirmed booking, spread over a year. */
export async function growBookings(owner: Database, count: number): Promise<void> {
  await withoutTriggers(owner, async () => {
    await owner`
      INSERT INTO booking
      SELECT (jsonb_populate_record(model, jsonb_build_object(
        'booking_id', 'bkg_GROWN' || number, 'client_reference', 'GROWN-' || number, 'quote_id', 'quo_GROWN' || number,
        'supplier_ref', 'GROWN' || number, 'created_at', at, 'updated_at', at, 'confirmed_at', at))).*
      FROM booking AS model, generate_series((SELECT count(*) + 1 FROM booking), ${count}::int) AS number,
        LATERAL (SELECT model.created_at - number * interval '1 year' / ${count}::int AS at) AS moment
      WHERE model.booking_id = (SELECT max(booking_id) FROM booking WHERE status = 'CONFIRMED')`;
    await owner`
      INSERT INTO booking_history
      SELECT (jsonb_populate_record(model, jsonb_build_object('booking_id', booking.booking_id))).*
      FROM booking, booking_history AS model
      WHERE model.booking_id = (SELECT max(booking_id) FROM booking WHERE status = 'CONFIRMED' AND booking_id NOT LIKE 'bkg_GROWN%')
        AND booking.booking_id LIKE 'bkg_GROWN%'
        AND NOT EXISTS (SELECT FROM booking_history AS has WHERE has.booking_id = booking.booking_id)`;
  });
}

/** Adds hotels that appear in every list but in no searched place. */
export async function growHotels(owner: Database, count: number): Promise<void> {
  await withoutTriggers(
    owner,
    () => owner`
      INSERT INTO hotel
      SELECT (jsonb_populate_record(model, jsonb_build_object('hotel_id', 'htl_GROWN' || number, 'latitude', -40 - number % 30,
        'city', NULL, 'places', '[]'::jsonb, 'source_id', NULL))).*
      FROM hotel AS model, generate_series((SELECT count(*) + 1 FROM hotel), ${count}::int) AS number
      WHERE model.environment = 'sandbox' AND model.hotel_id = (SELECT min(hotel_id) FROM hotel WHERE environment = 'sandbox')`,
  );
}

export async function growKeys(owner: Database, count: number): Promise<void> {
  await withoutTriggers(
    owner,
    () => owner`
      INSERT INTO api_key
      SELECT (jsonb_populate_record(model, jsonb_build_object('id', 'grown' || lpad(number::text, 7, '0')))).*
      FROM api_key AS model, generate_series((SELECT count(*) + 1 FROM api_key), ${count}::int) AS number
      WHERE model.id = (SELECT max(id) FROM api_key WHERE id NOT LIKE 'grown%')`,
  );
}

export async function learn(owner: Database): Promise<void> {
  await owner.script('VACUUM (ANALYZE)');
  await owner.script('CHECKPOINT');
}

/** `owner` must use a single connection, because the setting belongs to the session. */
async function withoutTriggers(owner: Database, work: () => PromiseLike<unknown>): Promise<void> {
  await owner.script('SET session_replication_role = replica');
  await work();
  await owner.script('SET session_replication_role = origin');
}
