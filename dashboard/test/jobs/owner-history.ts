/** What was booked and requested before the owner looks at the dashboard. */
import { expect, vi } from 'vitest';
import type { TestDatabase } from '../../../server/test/database.ts';
import { PATIENT } from '../../../server/test/webhooks/receiver.ts';

/** Copies of the bookings in earlier months. There were fewer a year before. */
export async function bookingsOfTwoYears({ ownerDb }: TestDatabase): Promise<void> {
  await ownerDb`
    INSERT INTO booking
    SELECT copy.* FROM booking
      JOIN (SELECT booking_id, row_number() OVER (ORDER BY created_at) AS place FROM booking) AS places
        USING (booking_id),
      generate_series(1, 26) AS months,
      LATERAL jsonb_populate_record(booking, jsonb_build_object('booking_id', booking_id || months,
        'client_reference', client_reference || months, 'quote_id', quote_id || months,
        'created_at', created_at - months * interval '1 month', 'confirmed_at', confirmed_at - months * interval '1 month',
        'cancelled_at', cancelled_at - months * interval '1 month',
        'check_in', (check_in - months * interval '1 month')::date,
        'check_out', (check_in - months * interval '1 month')::date + (check_out - check_in))) AS copy
    WHERE (places.place * 3 + months * 5) % 8 >= CASE WHEN months > 12 THEN 3 ELSE 1 END`;
}

/** Requests of the last weeks, in the counters by hour. Only a few of hundreds of searches lead to a booking. */
export async function earlierRequests({ ownerDb }: TestDatabase): Promise<void> {
  await ownerDb`
    INSERT INTO usage_hour (key_id, hour, operation, status_class, organisation_id, environment, requests, limited,
      total_us, latency)
    SELECT key.id, date_trunc('hour', serai_now()) - hours * interval '1 hour', operation, 2, key.organisation_id,
      'sandbox', share * (2 + (hours * 7) % 5), 0, 90000,
      array_fill(0, ARRAY[13]) || ARRAY[hours % 5, 30 - hours % 24, 5 + hours % 3]
    FROM api_key AS key, generate_series(1, 24 * 62) AS hours,
      (VALUES ('availability', 6), ('prebooking', 1)) AS usual (operation, share)
    WHERE key.name = 'test'`;
}

/** The requests of the setup are counted a few seconds later. Each booking counts at the time of its booking. */
export async function requestsCounted({ ownerDb }: TestDatabase, bookings: number): Promise<void> {
  const counted = () => ownerDb`
    SELECT FROM usage_minute WHERE operation = 'booking' HAVING sum(requests) >= ${bookings}`;
  await vi.waitFor(async () => expect(await counted()).toHaveLength(1), PATIENT);
  for (const [table, unit] of [
    [ownerDb`usage_minute`, 'minute'],
    [ownerDb`usage_hour`, 'hour'],
  ] as const) {
    await ownerDb`DELETE FROM ${table} WHERE operation = 'booking'`;
    await ownerDb`
      INSERT INTO ${table} SELECT key.id, date_trunc(${unit}, created_at), 'booking', 2, organisation_id, 'sandbox', count(*), 0,
        90000, array_fill(0, ARRAY[14]) || ARRAY[count(*)::int]
      FROM booking JOIN (SELECT DISTINCT ON (organisation_id) organisation_id, id FROM api_key WHERE environment = 'sandbox'
        ORDER BY organisation_id, created_at) AS key USING (organisation_id)
      WHERE created_at > serai_now() - interval '60 days' GROUP BY key.id, 2, organisation_id`;
  }
}
