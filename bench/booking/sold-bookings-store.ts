import type { Database } from '../../server/src/platform/database/connect.ts';

export const REPORT_PARTNERS = 50;
export const REPORT_HOTELS = 5_000;

export async function writeReportPartners(owner: Database): Promise<void> {
  await owner`
    INSERT INTO organisation (id, name) SELECT 'org_' || number, 'Partner ' || number
    FROM generate_series(0, ${REPORT_PARTNERS - 1}::int) AS number`;
}

/**
 * Spreads the bookings over partners, hotels, four providers, three currencies, 24 months, 30 nationalities, five lengths of stay
 * and two rate plans. They are booked up to 119 days before the check-in.
 */
export async function writeSoldBookings(owner: Database, from: number, count: number): Promise<void> {
  await owner`
    INSERT INTO booking (booking_id, organisation_id, environment, test_mode, client_reference, fingerprint, quote_id, provider, status,
      version, hotel_id, check_in, check_out, created_at, updated_at, confirmed_at, currency, net_minor, supplier_currency,
      supplier_net_minor, content, people)
    SELECT 'bkg_' || number, 'org_' || number % ${REPORT_PARTNERS}::int, 'production', false, 'ref-' || number, '', 'quo_' || number,
      'provider-' || number % 4, 'CONFIRMED', 2, 'htl_' || (hashint4(number) & 2147483647) % ${REPORT_HOTELS}::int, day,
      day + 1 + number / 7 % 5 * 4, at, at, at, (ARRAY['EUR', 'GBP', 'USD'])[number % 3 + 1], 20000, 'EUR', 18000,
      json_build_object('payment', json_build_object('type', 'MERCHANT'), 'rooms', '[{}]'::json,
        'market', json_build_object('nationality', chr(65 + number / 11 % 30 / 10) || chr(65 + number / 11 % 10)),
        'pricing', json_build_object('roomCosts', '[18000]'::json, 'ratePlan', (ARRAY['FLEX', 'NRF'])[number / 13 % 2 + 1])), ''
    FROM generate_series(${from}::int, ${from + count - 1}::int) AS number,
      LATERAL (SELECT timestamptz '2025-01-01' + number % 730 * interval '1 day' + number * interval '1 microsecond' AS at) AS time,
      LATERAL (SELECT (at + number / 17 % 120 * interval '1 day')::date AS day) AS stay`;
}

export async function tidy(owner: Database): Promise<void> {
  await owner.script('VACUUM (ANALYZE) booking');
  await owner.script('VACUUM (ANALYZE) report_booking');
  await owner.script('VACUUM (ANALYZE) report_sum');
}
